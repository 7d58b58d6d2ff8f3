/*
 * A PHP extension for tests. It makes one chosen allocation of a request fail as memory_limit does: with a fatal error in
 * the code that asked for memory. A memory limit alone cannot choose the allocation. Compiled and loaded by
 * FailingAllocations.php.
 *
 *   fail_allocation(int $n): void    the n-th allocation from now on fails; 0 is the next one
 *   fail_no_allocation(): int        no allocation fails from now on; returns how many there were since the last call
 */

#include "php.h"

/* The arguments of a handler. A debug build of PHP 8.4 also passes the place of the caller. Older ones use another call. */
#if PHP_VERSION_ID >= 80400
# define ASKED_BY ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC
#else
# define ASKED_BY
#endif

static void *allocate(size_t size ASKED_BY);
static void *reallocate(void *block, size_t size ASKED_BY);
static void release(void *block ASKED_BY);

/* The handlers before ours, such as PHP's own without its memory manager. Null: there were none. */
static void *(*earlier_allocate)(size_t ASKED_BY);
static void (*earlier_release)(void * ASKED_BY);
static void *(*earlier_reallocate)(void *, size_t ASKED_BY);

static bool is_watching = false;
static zend_long still_to_come = 0;
static zend_long seen = 0;

static void begin_watching(void)
{
	zend_mm_set_custom_handlers(zend_mm_get_heap(), allocate, release, reallocate);
}

static void end_watching(void)
{
	zend_mm_set_custom_handlers(zend_mm_get_heap(), earlier_allocate, earlier_release, earlier_reallocate);
}

static void stop(void)
{
	if (is_watching) {
		is_watching = false;
		end_watching();
	}
}

/* Called while allocations are not watched, so that the error itself gets its memory. */
static void count(size_t size)
{
	seen++;
	if (still_to_come-- == 0) {
		is_watching = false;
		zend_error_noreturn(E_ERROR, "Allowed memory size exhausted by a test (tried to allocate %zu bytes)", size);
	}
}

static void *allocate(size_t size ASKED_BY)
{
	void *block;
	end_watching();
	count(size);
	block = emalloc(size);
	begin_watching();
	return block;
}

static void *reallocate(void *block, size_t size ASKED_BY)
{
	end_watching();
	count(size);
	block = erealloc(block, size);
	begin_watching();
	return block;
}

static void release(void *block ASKED_BY)
{
	end_watching();
	efree(block);
	begin_watching();
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(fail_allocation_arguments, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, n, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(fail_no_allocation_arguments, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

static PHP_FUNCTION(fail_allocation)
{
	zend_long n;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(n)
	ZEND_PARSE_PARAMETERS_END();

	stop();
	zend_mm_get_custom_handlers(zend_mm_get_heap(), &earlier_allocate, &earlier_release, &earlier_reallocate);
	still_to_come = n;
	seen = 0;
	is_watching = true;
	begin_watching();
}

static PHP_FUNCTION(fail_no_allocation)
{
	ZEND_PARSE_PARAMETERS_NONE();

	stop();
	RETURN_LONG(seen);
}

static PHP_RSHUTDOWN_FUNCTION(failing_allocations)
{
	stop();
	return SUCCESS;
}

static const zend_function_entry functions[] = {
	PHP_FE(fail_allocation, fail_allocation_arguments)
	PHP_FE(fail_no_allocation, fail_no_allocation_arguments)
	PHP_FE_END
};

zend_module_entry failing_allocations_module_entry = {
	STANDARD_MODULE_HEADER,
	"failing_allocations",
	functions,
	NULL,
	NULL,
	NULL,
	PHP_RSHUTDOWN(failing_allocations),
	NULL,
	"1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(failing_allocations)
