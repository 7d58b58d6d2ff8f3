/*
 * The least that any client must do: sends a request, reads the reply, and nothing else.
 *     bare_loop ADDRESS WARM_UP SECONDS LOCK_REQUEST UNLOCK_REQUEST
 * ADDRESS is host:port (an IPv4 address) or the path of a Unix socket; the requests are complete RESP.
 * It talks to the process that started it as contestant.php does.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int connection;

static void die(const char *what)
{
    fprintf(stderr, "bare_loop: %s\n", what);
    exit(1);
}

static void connect_to(char *address)
{
    if (address[0] == '/') {
        struct sockaddr_un to = {.sun_family = AF_UNIX};
        strncpy(to.sun_path, address, sizeof to.sun_path - 1);
        connection = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(connection, (struct sockaddr *)&to, sizeof to) != 0) die("cannot connect");
        return;
    }
    char *colon = strrchr(address, ':');
    if (colon == NULL) die("the address has no port");
    *colon = '\0';
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(colon + 1))};
    inet_pton(AF_INET, address, &to.sin_addr);
    connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&to, sizeof to) != 0) die("cannot connect");
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
}

/* Both replies are one short line: +OK and :1. */
static void ask(const char *request, size_t length, const char *expected)
{
    char reply[512];
    size_t have = 0;

    if (send(connection, request, length, 0) != (ssize_t)length) die("short send");
    do {
        ssize_t got = recv(connection, reply + have, sizeof reply - 1 - have, 0);
        if (got <= 0) die("the connection was closed");
        have += got;
    } while ((have == 0 || reply[have - 1] != '\n') && have < sizeof reply - 1);
    reply[have] = '\0';
    if (strcmp(reply, expected) != 0) die(reply);
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
            ask(lock, lock_length, "+OK\r\n");
            ask(unlock, unlock_length, ":1\r\n");
        }
        pairs += 16;
    } while (now() < end);
    return pairs;
}

int main(int argc, char **argv)
{
    if (argc < 6) die("usage: bare_loop ADDRESS WARM_UP SECONDS LOCK_REQUEST UNLOCK_REQUEST");
    connect_to(argv[1]);
    run(atof(argv[2]), argv[4], argv[5]);

    printf("ready\n");
    fflush(stdout);
    if (getchar() == EOF) return 1;

    double start = now();
    long pairs = run(atof(argv[3]), argv[4], argv[5]);
    printf("%ld %.6f\n", pairs, now() - start);
    return 0;
}
