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

int64_t nowNs(void);
void fail(const char *what, long long got, long long expected);
void *allocate(size_t bytes);

/* How long to measure. */
typedef struct {
  int64_t batchNs, minWarmupNs, maxWarmupNs;
} Plan;

/* ---- whose turn it is: turns.c ---- */

extern FILE *answers;       /* of rank 0 */

void openTurns(const char *folder);
int awaitTurn(void);
void closeTurns(const char *folder);

/* ---- what messages contain: content.c ---- */

extern int64_t counter;     /* stamps the messages; the same on every rank */
extern int checkSeed;
extern unsigned char *pattern;      /* room for a message */

void fillPattern(unsigned char *p, size_t n, int seed);
void checkPattern(const unsigned char *p, int seed);
void fillSummands(int seed);
void checkSums(int seed);
void fillBlocks(int allToAll, int seed);
void checkBlocks(int allToAll, int seed);

/* The first and the last eight bytes of a message carry its number. */
static inline void stamp(unsigned char *p, int64_t value) {
  if (size >= 8) {
    memcpy(p, &value, 8);
    if (size >= 16) memcpy(p + size - 8, &value, 8);
  } else if (size > 0) {
    p[0] = (unsigned char) value;
  }
}

static inline int64_t readStamp(const unsigned char *p) {
  if (size >= 8) {
    int64_t first, last;
    memcpy(&first, p, 8);
    if (size < 16) return first;
    memcpy(&last, p + size - 8, 8);
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

/* ---- kernels: point_to_point.c, collectives.c ---- */

enum {
  PAIR = 1,       /* for two ranks, two operations an iteration */
  WINDOWED = 2,   /* window messages at a time */
  BLOCKS = 4,     /* a block for each rank */
  UNSETTLED = 8,  /* nothing untimed before a batch */
  TWO = 16        /* for two ranks, one operation an iteration */
};

/* A loop that is timed, and an untimed run of it whose results are checked. */
typedef struct {
  const char *name;
  int64_t (*run)(int inner);
  void (*check)(void);
  int kind;
  void (*parts)(void);    /* prints other series of the last run, or NULL; at rank 0 */
} Kernel;

extern const Kernel pointToPoint[], collectives[];      /* up to one without a name */

/* ---- timing: batches.c, overlap.c ---- */

enum { STOP = 0, BATCH = 1, CHECKED_BATCH = 2, PAUSE = 3 };

double medianOf(const double *values, int n);
void printSeries(const char *name, const double *values, int n);
void measure(const Kernel *which, Plan plan);

/* The kernel of a nonblocking operation, or NULL. */
const Kernel *nonblockingKernel(const char *name);

/* ---- windows: one_sided.c ---- */

/* The kernel of a one-sided operation, or NULL; it needs a window. */
const Kernel *oneSidedKernel(const char *name);
void openWindow(void);
void closeWindow(void);

#pragma GCC visibility pop

#endif
