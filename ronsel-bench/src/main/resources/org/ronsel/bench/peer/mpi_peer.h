/* What the parts of the native peer of "ronsel bench" share; see mpi_peer.c. */
#ifndef MPI_PEER_H
#define MPI_PEER_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Such short names could stand for those of a library. */
#pragma GCC visibility push(hidden)

enum { TAG_DATA = 1, TAG_ACK = 2, TAG_CONTROL = 3, TAG_CHECK = 4 };

/* ---- the run: mpi_peer.c ---- */

extern int rank, ranks;
extern size_t size;
extern int window, distinct;
extern unsigned char *out, *in;
extern double *sumIn, *sumOut;      /* the same memory as out and in */

/* What else is chosen about how a loop runs. */
typedef struct {
  int each;             /* each iteration is timed by itself, behind a barrier */
  size_t coldBytes;     /* of other memory that is read and written before an iteration */
  int root;             /* of collectives; -1: it rotates */
  int threads;
  int isTyped;          /* a derived datatype describes a message */
  char datatype[64];
} Settings;

extern Settings settings;

int64_t nowNs(void);
void fail(const char *what, long long got, long long expected);
void *allocate(size_t bytes);

/* How long to measure. */
typedef struct {
  int64_t batchNs, minWarmupNs, maxWarmupNs;
  int iterations;           /* of a batch; 0: as many as fit */
  int warmupIterations;     /* less than 0: until the times are stable */
} Plan;

/* ---- whose turn it is: turns.c ---- */

extern FILE *answers;       /* of rank 0 */

void openTurns(const char *folder);
enum Turn { TURN_BATCH, TURN_NEXT, TURN_END };

int awaitTurn(void);
void closeTurns(const char *folder);

/* ---- what messages contain: content.c ---- */

extern int64_t counter;     /* stamps the messages; the same on every rank */
extern int checkSeed;

void fillPattern(unsigned char *p, size_t n, int seed);
void checkPattern(const unsigned char *p, int seed);

/* ---- how they lie in memory: layout.c ---- */

extern MPI_Datatype messageType;    /* MPI_BYTE, of which a message has size, or one for a whole message */
extern int messageCount;
extern size_t stride, lastStamp;    /* from message to message; to the last eight bytes of one */

void openLayout(void);
void closeLayout(void);
size_t positionOf(size_t packed);

/* The first and the last eight bytes of a message carry its number. */
static inline void stamp(unsigned char *p, int64_t value) {
  if (size >= 8) {
    memcpy(p, &value, 8);
    if (size >= 16) memcpy(p + lastStamp, &value, 8);
  } else if (size > 0) {
    p[0] = (unsigned char) value;
  }
}

static inline int64_t readStamp(const unsigned char *p) {
  if (size >= 8) {
    int64_t first, last;
    memcpy(&first, p, 8);
    if (size < 16) return first;
    memcpy(&last, p + lastStamp, 8);
    return first + last;
  }
  return size > 0 ? p[0] : 0;
}

/* What readStamp returns for a message stamped with value. */
static inline int64_t expectedStamp(int64_t value) {
  if (size >= 16) return 2 * value;
  if (size >= 8) return value;
  return size > 0 ? (unsigned char) value : 0;
}

/* ---- kernels: point_to_point.c, tail.c, operations.c ---- */

enum {
  PAIR = 1,       /* for two ranks, two operations an iteration */
  WINDOWED = 2,   /* window messages at a time */
  BLOCKS = 4,     /* a block for each rank */
  UNSETTLED = 8,  /* nothing untimed before a batch */
  TWO = 16,       /* for two ranks, one operation an iteration */
  PAIRS = 32,     /* for any even number of ranks */
  BOTH_WAYS = 64, /* windows in both directions */
  MEAN = 128,     /* a batch takes the mean of the times of all ranks, */
  MAX = 256,      /* or the longest; else that of rank 0 */
  SIDES = 512,    /* a block for each of both neighbours */
  ROUND_TRIP = 1024 /* two operations an iteration */
};

/* A loop that is timed, and an untimed run of it whose results are checked. */
typedef struct {
  const char *name;
  int64_t (*run)(int inner);
  void (*check)(void);
  int kind;
  void (*parts)(void);    /* prints other series of the last run, or NULL; at rank 0 */
} Kernel;

extern const Kernel pointToPoint[], tails[];      /* up to one without a name */

/* The other rank of the pair, and whether this one is of the first half of the ranks. */
extern int peer, isFirst, pairs;

/* A collective operation in one of its forms, or NULL. */
const Kernel *operationKernel(const char *name);
void openOperation(void);
void closeOperation(void);
int rootOf(int64_t number);

/* For overlap.c. */
void startOperation(int root, MPI_Request *request);
void fillOperation(int seed, int root);
void checkOperation(int seed, int root);
void stampOperation(int64_t number, int root);
int64_t readOperation(int root);
int64_t expectedOfOperation(int64_t number, int root);
extern const Kernel overlap;

/* ---- timing: batches.c, overlap.c ---- */

enum { STOP = 0, BATCH = 1, CHECKED_BATCH = 2, PAUSE = 3, NEXT = 4 };

double medianOf(const double *values, int n);
void printSeries(const char *name, const double *values, int n);

/* Measures all steps; begin and end are called before and after each, by all ranks. */
typedef struct {
  size_t size;
  int window, distinct;
} Step;

void measure(const Kernel *which, Plan plan, const Step *steps, int count,
             void (*begin)(const Step *step), void (*end)(void));

/* ---- windows: one_sided.c ---- */

/* The kernel of a one-sided operation, or NULL; it needs a window. */
const Kernel *oneSidedKernel(const char *name);
void openWindow(void);
void closeWindow(void);

#pragma GCC visibility pop

#endif
