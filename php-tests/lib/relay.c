/*
 * A network between clients and one Redis on this machine. It understands no byte, so it carries TLS too.
 *     relay PORT SERVER_PORT
 * Both ports are of 127.0.0.1. Orders come over the standard input, a line each, and each is answered by the line "ok":
 *     delay N     from here on every byte comes N microseconds later, in both directions
 *     blackhole   bytes of both directions are lost, and new connections hang
 *     cut         all connections are closed, and new ones are refused
 *     heal        works again; connections that have lost bytes are closed, because their clients cannot go on
 * It ends when its standard input ends. Used by Relay.php.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 2048 /* descriptors; 0 is the standard input, 1 the listener */
#define FILLERS 8

struct chunk {
    struct chunk *next;
    long long due;
    size_t length; /* 0: the other side has closed the connection */
    char bytes[];
};

static struct pollfd polled[MOST];
static int ends[MOST]; /* the descriptor, also while it is not polled; -1: none */
static int peer[MOST];
static int lossy[MOST]; /* whether bytes from this end were lost */
static struct chunk *first[MOST], **last[MOST]; /* what is to be written to a descriptor, with the time of each */
static int count = 2;
static long long delay;
static int blackhole;
static int fillers[FILLERS], filled;
static struct sockaddr_in here, server;

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
    int i = 2;
    while (i < count && ends[i] >= 0) i++;
    if (i == MOST) die("too many connections");
    if (i == count) count++;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    ends[i] = descriptor;
    polled[i] = (struct pollfd){.fd = descriptor, .events = POLLIN};
    lossy[i] = 0;
    first[i] = NULL;
    last[i] = &first[i];
    return i;
}

static void close_both(int i)
{
    int both[] = {i, peer[i]};
    for (int k = 0; k < 2; k++) {
        if (ends[both[k]] >= 0) close(ends[both[k]]);
        ends[both[k]] = polled[both[k]].fd = -1;
        polled[both[k]].revents = 0;
        for (struct chunk *chunk = first[both[k]]; chunk != NULL;) {
            struct chunk *next = chunk->next;
            free(chunk);
            chunk = next;
        }
        first[both[k]] = NULL;
        last[both[k]] = &first[both[k]];
    }
}

static void listen_here(void)
{
    polled[1] = (struct pollfd){.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN};
    setsockopt(polled[1].fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (bind(polled[1].fd, (struct sockaddr *)&here, sizeof here) != 0 || listen(polled[1].fd, 511) != 0) die("listen");
}

static void accept_one(void)
{
    int client = accept(polled[1].fd, NULL, NULL);
    if (client < 0) return;
    int upstream = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(upstream, (struct sockaddr *)&server, sizeof server) != 0) {
        close(upstream);
        close(client);
        return;
    }
    int a = add(client), b = add(upstream);
    peer[a] = b;
    peer[b] = a;
}

static void take(int i)
{
    char buffer[65536];
    ssize_t got = recv(ends[i], buffer, sizeof buffer, 0);
    if (got <= 0) polled[i].fd = -1;
    if (blackhole) {
        lossy[i] = 1;
        return;
    }
    if (got < 0) got = 0;
    struct chunk *chunk = malloc(sizeof *chunk + got);
    if (chunk == NULL) die("malloc");
    chunk->next = NULL;
    chunk->due = now() + delay;
    chunk->length = got;
    memcpy(chunk->bytes, buffer, got);
    *last[peer[i]] = chunk;
    last[peer[i]] = &chunk->next;
}

/* Returns when the kernel takes no connection more: the queue of the listener is full, so it drops what asks for one. */
static void fill(void)
{
    listen(polled[1].fd, 0);
    while (filled < FILLERS) {
        int filler = fillers[filled++] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        connect(filler, (struct sockaddr *)&here, sizeof here);
        struct pollfd done = {.fd = filler, .events = POLLOUT};
        if (poll(&done, 1, 50) == 0) return;
    }
    die("new connections do not hang");
}

static void obey(const char *order)
{
    if (sscanf(order, "delay %lld", &delay) == 1) {
        delay *= 1000;
    } else if (strcmp(order, "blackhole\n") == 0) {
        blackhole = 1;
        for (int i = 2; i < count; i++) {
            /* What is under way is lost too. */
            if (ends[i] >= 0 && first[i] != NULL) lossy[i] = 1;
        }
        fill();
        polled[1].events = 0;
    } else if (strcmp(order, "cut\n") == 0) {
        close(polled[1].fd);
        polled[1].fd = -1;
        for (int i = 2; i < count; i++) {
            if (ends[i] >= 0) close_both(i);
        }
    } else if (strcmp(order, "heal\n") == 0) {
        for (int i = 2; i < count; i++) {
            if (ends[i] >= 0 && (lossy[i] || lossy[peer[i]])) close_both(i);
        }
        while (filled > 0) close(fillers[--filled]);
        blackhole = 0;
        if (polled[1].fd < 0) listen_here();
        listen(polled[1].fd, 511);
        polled[1].events = POLLIN;
    } else {
        fprintf(stderr, "no such order: %s", order);
        exit(1);
    }
    printf("ok\n");
    fflush(stdout);
}

static void deliver(int i, long long time)
{
    while (ends[i] >= 0 && first[i] != NULL && first[i]->due <= time) {
        struct chunk *chunk = first[i];
        if (chunk->length == 0 || send(ends[i], chunk->bytes, chunk->length, MSG_NOSIGNAL) != (ssize_t)chunk->length) {
            close_both(i);
            return;
        }
        first[i] = chunk->next;
        if (first[i] == NULL) last[i] = &first[i];
        free(chunk);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) die("usage: relay PORT SERVER_PORT");
    here = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    server = here;
    server.sin_port = htons(atoi(argv[2]));
    prctl(PR_SET_TIMERSLACK, 1000UL);
    polled[0] = (struct pollfd){.fd = 0, .events = POLLIN};
    listen_here();
    printf("ok\n");
    fflush(stdout);

    for (;;) {
        long long soonest = -1, time = now();
        for (int i = 2; i < count && !blackhole; i++) {
            deliver(i, time);
            if (ends[i] >= 0 && first[i] != NULL && (soonest < 0 || first[i]->due < soonest)) soonest = first[i]->due;
        }
        struct timespec left = {0}, *timeout = NULL;
        if (soonest >= 0) {
            long long wait = soonest - now();
            if (wait < 0) wait = 0;
            left = (struct timespec){.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000};
            timeout = &left;
        }
        if (ppoll(polled, count, timeout, NULL) < 0) die("ppoll");
        for (int i = 2; i < count; i++) {
            if (polled[i].fd >= 0 && polled[i].revents != 0) take(i);
        }
        if (polled[1].fd >= 0 && polled[1].revents != 0) accept_one();
        if (polled[0].revents != 0) {
            char order[64];
            ssize_t got = read(0, order, sizeof order - 1);
            if (got <= 0) return 0;
            order[got] = 0;
            obey(order);
        }
    }
}
