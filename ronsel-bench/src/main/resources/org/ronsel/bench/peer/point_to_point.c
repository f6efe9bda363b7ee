/* The point-to-point kernels of the native peer: between the ranks of pairs, and in a ring. */
#include "mpi_peer.h"

#include <pthread.h>

int peer, isFirst, pairs;

static void send(const unsigned char *p, int to, int tag) {
  MPI_Send(p, messageCount, messageType, to, tag, MPI_COMM_WORLD);
}

static void receive(unsigned char *p, int from, int tag) {
  MPI_Recv(p, messageCount, messageType, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* An untimed exchange of a whole message in both directions, every byte checked. */
static void checkedExchange(void) {
  int seed = checkSeed += 2;
  if (isFirst) {
    fillPattern(out, size, seed);
    send(out, peer, TAG_CHECK);
    receive(in, peer, TAG_CHECK);
    checkPattern(in, seed + 1);
  } else {
    receive(in, peer, TAG_CHECK);
    checkPattern(in, seed);
    fillPattern(out, size, seed + 1);
    send(out, peer, TAG_CHECK);
  }
}

/* So many round trips with the messages of one thread. */
static int64_t roundTrips(int inner, unsigned char *to, unsigned char *from, int tag, int64_t first) {
  int64_t sum = 0, expected = 0;
  int64_t start = nowNs();
  if (isFirst) {
    for (int i = 0; i < inner; i++) {
      stamp(to, first + 2 * (int64_t) i);
      send(to, peer, tag);
      receive(from, peer, tag);
      sum += readStamp(from);
    }
  } else {
    for (int i = 0; i < inner; i++) {
      receive(from, peer, tag);
      sum += readStamp(from);
      stamp(to, first + 2 * (int64_t) i + 1);
      send(to, peer, tag);
    }
  }
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) expected += expectedStamp(first + 2 * (int64_t) i + isFirst);
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

static int64_t pingpong(int inner) {
  int64_t from = counter;
  counter += 2 * (int64_t) inner;
  return roundTrips(inner, out, in, TAG_DATA, from);
}

/* Sends and receives that are prepared once for a batch, and started again and again. */
static int64_t preparedPingpong(int inner) {
  MPI_Request sending, receiving;
  int64_t sum = 0, expected = 0, from = counter;
  counter += 2 * (int64_t) inner;
  MPI_Send_init(out, messageCount, messageType, peer, TAG_DATA, MPI_COMM_WORLD, &sending);
  MPI_Recv_init(in, messageCount, messageType, peer, TAG_DATA, MPI_COMM_WORLD, &receiving);
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    if (isFirst) {
      stamp(out, from + 2 * (int64_t) i);
      MPI_Start(&sending);
      MPI_Wait(&sending, MPI_STATUS_IGNORE);
    }
    MPI_Start(&receiving);
    MPI_Wait(&receiving, MPI_STATUS_IGNORE);
    sum += readStamp(in);
    if (!isFirst) {
      stamp(out, from + 2 * (int64_t) i + 1);
      MPI_Start(&sending);
      MPI_Wait(&sending, MPI_STATUS_IGNORE);
    }
  }
  int64_t elapsed = nowNs() - start;
  MPI_Request_free(&sending);
  MPI_Request_free(&receiving);
  for (int i = 0; i < inner; i++) expected += expectedStamp(from + 2 * (int64_t) i + isFirst);
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

/* ---- several threads ---- */

typedef struct {
  int number, inner;
  int64_t from, elapsed;
  pthread_barrier_t *together;
} Pinger;

static void *ping(void *argument) {
  Pinger *p = argument;
  size_t at = stride * (size_t) p->number;
  pthread_barrier_wait(p->together);
  p->elapsed = roundTrips(p->inner, out + at, in + at, 100 + p->number, p->from);
  return NULL;
}

static int64_t threadedPingpong(int inner) {
  int n = settings.threads;
  pthread_t *threads = malloc(sizeof(pthread_t) * (size_t) n);
  Pinger *pingers = malloc(sizeof(Pinger) * (size_t) n);
  pthread_barrier_t together;
  pthread_barrier_init(&together, NULL, (unsigned) n);
  for (int t = 0; t < n; t++) {
    pingers[t] = (Pinger) {t, inner, counter, 0, &together};
    pthread_create(&threads[t], NULL, ping, &pingers[t]);
  }
  int64_t sum = 0;
  for (int t = 0; t < n; t++) {
    pthread_join(threads[t], NULL);
    sum += pingers[t].elapsed;
  }
  pthread_barrier_destroy(&together);
  free(threads);
  free(pingers);
  counter += 2 * (int64_t) inner;
  return sum / n;
}

/* ---- windows ---- */

static MPI_Request *requests;

static void startSends(int at, int64_t from) {
  for (int w = 0; w < window; w++) {
    unsigned char *p = out + (distinct ? (size_t) w * stride : 0);
    if (distinct || w == 0) stamp(p, from + w);
    MPI_Isend(p, messageCount, messageType, peer, TAG_DATA, MPI_COMM_WORLD, &requests[at + w]);
  }
}

static void startReceives(void) {
  for (int w = 0; w < window; w++) {
    unsigned char *p = in + (distinct ? (size_t) w * stride : 0);
    MPI_Irecv(p, messageCount, messageType, peer, TAG_DATA, MPI_COMM_WORLD, &requests[w]);
  }
}

static int64_t readStamps(void) {
  int64_t sum = 0;
  for (int w = 0; w < (distinct ? window : 1); w++) sum += readStamp(in + (size_t) w * stride);
  return sum;
}

static void verifyWindows(int64_t sum, int inner, int64_t from) {
  int64_t expected = 0;
  for (int i = 0; i < inner; i++) {
    for (int w = 0; w < (distinct ? window : 1); w++) {
      expected += expectedStamp(from + (int64_t) i * window + w);
    }
  }
  if (sum != expected) fail("sum of the message numbers", sum, expected);
}

/* The first of a pair sends windows of messages; the second acknowledges each window. */
static int64_t windowed(int inner) {
  requests = realloc(requests, sizeof(MPI_Request) * 2 * (size_t) window);
  int64_t sum = 0, from = counter, ack = 0;
  counter += (int64_t) inner * window;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    if (isFirst) {
      startSends(0, from + (int64_t) i * window);
      MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
      MPI_Recv(&ack, 8, MPI_BYTE, peer, TAG_ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      startReceives();
      MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
      sum += readStamps();
      ack = i + 1;
      MPI_Send(&ack, 8, MPI_BYTE, peer, TAG_ACK, MPI_COMM_WORLD);
    }
  }
  int64_t elapsed = nowNs() - start;
  if (isFirst && ack != inner) fail("number of the last acknowledgement", ack, inner);
  if (!isFirst) verifyWindows(sum, inner, from);
  return elapsed;
}

/* Both of a pair send windows, which needs no acknowledgement. */
static int64_t windowedBothWays(int inner) {
  requests = realloc(requests, sizeof(MPI_Request) * 2 * (size_t) window);
  int64_t sum = 0, from = counter;
  counter += (int64_t) inner * window;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    startReceives();
    startSends(window, from + (int64_t) i * window);
    MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
    sum += readStamps();
  }
  int64_t elapsed = nowNs() - start;
  verifyWindows(sum, inner, from);
  return elapsed;
}

/* ---- messages of all ranks at once, as in IMB ---- */

enum { PINGPING, SENDRECV, EXCHANGE };

static void exchange(int pattern, int left, int right) {
  MPI_Request r[4];
  MPI_Comm world = MPI_COMM_WORLD;
  switch (pattern) {
    case PINGPING:
      MPI_Isend(out, messageCount, messageType, right, TAG_DATA, world, r);
      receive(in, left, TAG_DATA);
      MPI_Wait(r, MPI_STATUS_IGNORE);
      break;
    case SENDRECV:
      MPI_Sendrecv(out, messageCount, messageType, right, TAG_DATA, in, messageCount, messageType, left,
                   TAG_DATA, world, MPI_STATUS_IGNORE);
      break;
    default:
      MPI_Isend(out, messageCount, messageType, left, TAG_DATA, world, r);
      MPI_Isend(out, messageCount, messageType, right, TAG_ACK, world, r + 1);
      MPI_Irecv(in, messageCount, messageType, left, TAG_ACK, world, r + 2);
      MPI_Irecv(in + stride, messageCount, messageType, right, TAG_DATA, world, r + 3);
      MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  }
}

static int leftOf(int pattern) { return pattern == PINGPING ? peer : (rank + ranks - 1) % ranks; }

static int rightOf(int pattern) { return pattern == PINGPING ? peer : (rank + 1) % ranks; }

static void checkedPattern(int pattern) {
  int seed = ++checkSeed, left = leftOf(pattern), right = rightOf(pattern);
  fillPattern(out, size, seed + rank);
  exchange(pattern, left, right);
  checkPattern(in, seed + left);
  if (pattern == EXCHANGE) checkPattern(in + stride, seed + right);
}

static int64_t exchanges(int pattern, int inner) {
  int left = leftOf(pattern), right = rightOf(pattern);
  int64_t sum = 0, expected = 0, from = counter;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    stamp(out, from + i + rank);
    exchange(pattern, left, right);
    sum += readStamp(in);
    if (pattern == EXCHANGE) sum += readStamp(in + stride);
  }
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) {
    expected += expectedStamp(from + i + left);
    if (pattern == EXCHANGE) expected += expectedStamp(from + i + right);
  }
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

static int64_t pingping(int inner) { return exchanges(PINGPING, inner); }
static int64_t sendrecv(int inner) { return exchanges(SENDRECV, inner); }
static int64_t exchangeBoth(int inner) { return exchanges(EXCHANGE, inner); }
static void checkedPingping(void) { checkedPattern(PINGPING); }
static void checkedSendrecv(void) { checkedPattern(SENDRECV); }
static void checkedBoth(void) { checkedPattern(EXCHANGE); }

const Kernel pointToPoint[] = {
  {"pingpong", pingpong, checkedExchange, PAIR, NULL},
  {"pingpong-persistent", preparedPingpong, checkedExchange, PAIR, NULL},
  {"pingpong-threads", threadedPingpong, checkedExchange, PAIR, NULL},
  {"pingpong-pairs", pingpong, checkedExchange, PAIRS | ROUND_TRIP | MEAN, NULL},
  {"window", windowed, checkedExchange, PAIR | WINDOWED, NULL},
  {"window-both", windowedBothWays, checkedExchange, PAIR | WINDOWED | BOTH_WAYS | MAX, NULL},
  {"window-pairs", windowed, checkedExchange, PAIRS | WINDOWED | MAX, NULL},
  {"pingping", pingping, checkedPingping, PAIRS | MEAN, NULL},
  {"sendrecv", sendrecv, checkedSendrecv, MEAN, NULL},
  {"exchange", exchangeBoth, checkedBoth, SIDES | MEAN, NULL},
  {NULL, NULL, NULL, 0, NULL},
};
