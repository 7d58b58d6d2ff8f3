/*
 * A library for tests, loaded by LD_PRELOAD. It answers for the system's resolver when a process asks for the name
 * localhost. The folder in the variable FAKE_NAMES says how. Compiled and used by FakeNames.php.
 *
 *   address    the address to which the name leads now
 *   lookups    one byte more for each lookup that has begun
 *   holds      for how many milliseconds a lookup holds a lock of the resolver
 *   waits      for how many milliseconds a lookup waits for the network, without a lock
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in a C library: after a fork in the midst of a lookup, the child has this lock and not the thread that holds it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int file(const char *name, int flags)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", getenv("FAKE_NAMES"), name);
	return open(path, flags | O_CLOEXEC);
}

static void read_word(const char *name, char *word, size_t size)
{
	int fd = file(name, O_RDONLY);
	ssize_t length = fd < 0 ? 0 : read(fd, word, size - 1);
	word[length < 0 ? 0 : length] = '\0';
	if (fd >= 0) {
		close(fd);
	}
}

static void pause_for(const char *name)
{
	char word[64];
	read_word(name, word, sizeof word);
	usleep((useconds_t) atoi(word) * 1000);
}

/* PHP loads its modules so that they find the C library's functions before ours. Here they find ours. */
void *dlopen(const char *library, int flags)
{
	void *(*real)(const char *, int);
	*(void **) &real = dlsym(RTLD_NEXT, "dlopen");
#ifdef RTLD_DEEPBIND
	flags &= ~RTLD_DEEPBIND;
#endif
	return real(library, flags);
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
	int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
	char address[64];
	int fd;

	*(void **) &real = dlsym(RTLD_NEXT, "getaddrinfo");
	if (host == NULL || strcmp(host, "localhost") != 0 || getenv("FAKE_NAMES") == NULL) {
		return real(host, service, hints, found);
	}
	pthread_mutex_lock(&lock);
	fd = file("lookups", O_WRONLY | O_APPEND);
	if (fd >= 0) {
		if (write(fd, ".", 1) != 1) {
			abort();
		}
		close(fd);
	}
	pause_for("holds");
	pthread_mutex_unlock(&lock);
	pause_for("waits");
	read_word("address", address, sizeof address);
	return real(address, service, hints, found);
}
