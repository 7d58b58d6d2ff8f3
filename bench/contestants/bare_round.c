/*
 * The least that any client of a quorum must do: sends a request to all servers, waits for the replies of a majority, and
 * reads the late ones with the next round.
 *     bare_round ADDRESS,ADDRESS,... WARM_UP SECONDS LOCK_REQUEST UNLOCK_REQUEST
 * An ADDRESS is host:port (an IPv4 address); the requests are complete RESP.
 * It talks to the process that started it as contestant.php does.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 15

struct server {
    char reply[64]; /* the beginning of a line whose end has not come */
    size_t have;
    long rounds; /* so many of them this server has answered */
};

static struct pollfd polled[MOST];
static struct server servers[MOST];
static int count;
static long asked; /* rounds; an odd one locks, an even one unlocks */

static void die(const char *what)
{
    fprintf(stderr, "bare_round: %s\n", what);
    exit(1);
}

static void connect_to(char *address)
{
    if (count == MOST) die("too many servers");
    char *colon = strrchr(address, ':');
    if (colon == NULL) die("an address has no port");
    *colon = '\0';
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(colon + 1))};
    inet_pton(AF_INET, address, &to.sin_addr);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&to, sizeof to) != 0) die("cannot connect");
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    polled[count++] = (struct pollfd){.fd = connection, .events = POLLIN};
}

/* All replies are one short line each: +OK and :1. */
static void hear(int i)
{
    char bytes[512];
    ssize_t got = recv(polled[i].fd, bytes, sizeof bytes, 0);
    if (got <= 0) die("a connection was closed");
    struct server *server = &servers[i];
    for (ssize_t at = 0; at < got; at++) {
        if (server->have == sizeof server->reply - 1) die("a reply is too long");
        server->reply[server->have++] = bytes[at];
        if (bytes[at] != '\n') continue;
        server->reply[server->have] = '\0';
        server->have = 0;
        server->rounds++;
        if (strcmp(server->reply, server->rounds % 2 ? "+OK\r\n" : ":1\r\n") != 0) die(server->reply);
    }
}

static void ask(const char *request, size_t length)
{
    asked++;
    for (int i = 0; i < count; i++) {
        if (send(polled[i].fd, request, length, 0) != (ssize_t)length) die("short send");
    }
    for (;;) {
        int answered = 0;
        for (int i = 0; i < count; i++) answered += servers[i].rounds == asked;
        if (answered > count / 2) return;
        if (poll(polled, count, -1) < 0) die("poll");
        for (int i = 0; i < count; i++) {
            if (polled[i].revents != 0) hear(i);
        }
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static long run(double seconds, const char *lock, const char *unlock)
{
    size_t lock_length = strlen(lock), unlock_length = strlen(unlock);
    double end = now() + seconds;
    long pairs = 0;

    do {
        for (int i = 0; i < 16; i++) {
            ask(lock, lock_length);
            ask(unlock, unlock_length);
        }
        pairs += 16;
    } while (now() < end);
    return pairs;
}

int main(int argc, char **argv)
{
    if (argc < 6) die("usage: bare_round ADDRESS,ADDRESS,... WARM_UP SECONDS LOCK_REQUEST UNLOCK_REQUEST");
    for (char *address = strtok(argv[1], ","); address != NULL; address = strtok(NULL, ",")) connect_to(address);
    run(atof(argv[2]), argv[4], argv[5]);

    printf("ready\n");
    fflush(stdout);
    if (getchar() == EOF) return 1;

    double start = now();
    long pairs = run(atof(argv[3]), argv[4], argv[5]);
    printf("%ld %.6f\n", pairs, now() - start);
    return 0;
}
