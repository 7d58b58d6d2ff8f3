/*
 * A network between clients and Redis: hands on every byte after a fixed time, in both directions.
 *     delay_proxy PORT MICROSECONDS
 * PORT is the server's on 127.0.0.1; half of MICROSECONDS passes on each way. It prints the port on which it listens. A line
 * on its standard input makes it a black hole, which takes no connection and hands on nothing, and prints a line when it is
 * one. It ends when its standard input ends.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 256 /* descriptors; 0 is the standard input, 1 the listener */

struct chunk {
    struct chunk *next;
    long long due;
    size_t length;
    char bytes[];
};

static struct pollfd polled[MOST];
static int peer[MOST];
static struct chunk *first[MOST], **last[MOST]; /* what is to be written to a descriptor, with the time of each */
static int count = 2;
static long long delay;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int add(int descriptor)
{
    int i = 2; /* the slot of a closed one, or a new one */
    while (i < count && polled[i].fd >= 0) i++;
    if (i == MOST) die("too many connections");
    if (i == count) count++;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    polled[i] = (struct pollfd){.fd = descriptor, .events = POLLIN};
    first[i] = NULL;
    last[i] = &first[i];
    return i;
}

static void accept_one(struct sockaddr_in *server)
{
    int client = accept(polled[1].fd, NULL, NULL);
    int upstream = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0) return;
    if (connect(upstream, (struct sockaddr *)server, sizeof *server) != 0) die("connect");
    int a = add(client), b = add(upstream);
    peer[a] = b;
    peer[b] = a;
}

static void close_both(int i)
{
    int both[] = {i, peer[i]};
    for (int k = 0; k < 2; k++) {
        if (polled[both[k]].fd >= 0) close(polled[both[k]].fd);
        polled[both[k]].fd = -1;
        for (struct chunk *chunk = first[both[k]]; chunk != NULL;) {
            struct chunk *next = chunk->next;
            free(chunk);
            chunk = next;
        }
        first[both[k]] = NULL;
        last[both[k]] = &first[both[k]];
    }
}

/* Connections stay open in silence, and a new one is never made: two fill the queue of the listener, so others get no reply. */
static void become_a_hole(struct sockaddr_in *here)
{
    if (listen(polled[1].fd, 0) != 0) die("listen");
    for (int k = 0; k < 2; k++) {
        int filler = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        connect(filler, (struct sockaddr *)here, sizeof *here);
    }
    printf("a hole\n");
    fflush(stdout);
    for (char line[64]; read(0, line, sizeof line) > 0;) {
    }
}

static void take(int i)
{
    char buffer[65536];
    ssize_t got = recv(polled[i].fd, buffer, sizeof buffer, 0);
    if (got <= 0) {
        close_both(i);
        return;
    }
    struct chunk *chunk = malloc(sizeof *chunk + got);
    if (chunk == NULL) die("malloc");
    chunk->next = NULL;
    chunk->due = now() + delay;
    chunk->length = got;
    memcpy(chunk->bytes, buffer, got);
    *last[peer[i]] = chunk;
    last[peer[i]] = &chunk->next;
}

int main(int argc, char **argv)
{
    if (argc < 3) die("usage: delay_proxy PORT MICROSECONDS");
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    delay = atoll(argv[2]) * 1000 / 2;
    prctl(PR_SET_TIMERSLACK, 1000UL);
    polled[0] = (struct pollfd){.fd = 0, .events = POLLIN};
    polled[1] = (struct pollfd){.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN};
    if (bind(polled[1].fd, (struct sockaddr *)&here, sizeof here) != 0 || listen(polled[1].fd, 128) != 0) die("listen");
    getsockname(polled[1].fd, (struct sockaddr *)&here, &size);
    printf("%d\n", ntohs(here.sin_port));
    fflush(stdout);

    for (;;) {
        long long soonest = -1, time = now();
        for (int i = 2; i < count; i++) {
            while (first[i] != NULL && first[i]->due <= time) {
                struct chunk *chunk = first[i];
                if (send(polled[i].fd, chunk->bytes, chunk->length, MSG_NOSIGNAL) != (ssize_t)chunk->length) {
                    close_both(i);
                    break;
                }
                first[i] = chunk->next;
                if (first[i] == NULL) last[i] = &first[i];
                free(chunk);
            }
            if (first[i] != NULL && (soonest < 0 || first[i]->due < soonest)) soonest = first[i]->due;
        }
        struct timespec left = {0}, *timeout = NULL;
        if (soonest >= 0) {
            long long wait = soonest - now();
            if (wait < 0) wait = 0;
            left = (struct timespec){.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000};
            timeout = &left;
        }
        if (ppoll(polled, count, timeout, NULL) < 0) die("ppoll");
        if (polled[0].revents != 0) {
            char line[64];
            if (read(0, line, sizeof line) > 0) become_a_hole(&here);
            return 0;
        }
        if (polled[1].revents != 0) accept_one(&server);
        for (int i = 2; i < count; i++) {
            if (polled[i].fd >= 0 && polled[i].revents != 0) take(i);
        }
    }
}
