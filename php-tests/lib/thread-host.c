/*
 * A process in which several threads run requests of PHP at the same time, as in a web server with threads.
 *     thread-host LIBRARY THREADS REQUESTS SCRIPT
 * Each thread runs the script REQUESTS times, one request after the other. In the script, thread_number() and
 * request_number() count from 0. A child that a request has forked ends with its request. Used by ThreadHost.php.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sapi/embed/php_embed.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST 64

static __thread int thread_number, request_number;
static int requests;
static const char *script;

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(returns_number, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

static PHP_FUNCTION(thread_number)
{
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(thread_number);
}

static PHP_FUNCTION(request_number)
{
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(request_number);
}

static const zend_function_entry functions[] = {
    PHP_FE(thread_number, returns_number)
    PHP_FE(request_number, returns_number)
    PHP_FE_END
};

static void die(const char *what)
{
    fprintf(stderr, "thread-host: %s\n", what);
    exit(1);
}

static void run_request(void)
{
    zend_file_handle file;

    SG(request_info).no_headers = 1;
    if (php_request_startup() == FAILURE) die("a request cannot start");
    SG(headers_sent) = 1;
    zend_stream_init_filename(&file, script);
    file.primary_script = 1;
    php_execute_script(&file);
    zend_destroy_file_handle(&file);
    php_request_shutdown(NULL);
}

static void *run_thread(void *number)
{
    pid_t process = getpid();

    thread_number = (int) (size_t) number;
    /* The memory of PHP for this thread. */
    ts_resource(0);
    for (request_number = 0; request_number < requests; request_number++) {
        run_request();
        /* The other threads of the parent do not exist in a child. */
        if (getpid() != process) _exit(0);
    }
    ts_free_thread();
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST];
    char settings[4096];
    int count, i;

    if (argc != 5 || (count = atoi(argv[2])) < 1 || count > MOST) die("LIBRARY THREADS REQUESTS SCRIPT");
    requests = atoi(argv[3]);
    script = argv[4];
    snprintf(settings, sizeof settings,
        "extension=%s\ndisplay_errors=0\nlog_errors=1\nhtml_errors=0\nerror_reporting=-1\n"
        "implicit_flush=1\noutput_buffering=0\nmax_execution_time=0\n", argv[1]);
    php_tsrm_startup();
    zend_signal_startup();
    sapi_startup(&php_embed_module);
    php_embed_module.php_ini_ignore = 1;
    php_embed_module.ini_entries = settings;
    php_embed_module.additional_functions = functions;
    if (php_embed_module.startup(&php_embed_module) == FAILURE) die("PHP cannot start");
    for (i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, run_thread, (void *) (size_t) i) != 0) die("no thread");
    }
    for (i = 0; i < count; i++) pthread_join(threads[i], NULL);
    php_module_shutdown();
    sapi_shutdown();
    tsrm_shutdown();
    return 0;
}
