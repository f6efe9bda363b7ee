/* Barriers of which each is timed by itself. */
#include "mpi_peer.h"

/*
 * When the last rank left each barrier of the last run, and one before; at rank 0. One rank alone
 * would see some barriers take no time, namely when the others are ahead of it.
 */
static int64_t *ends;
static int endsKnown;

static int64_t tail(int inner) {
  ends = realloc(ends, sizeof(int64_t) * ((size_t) inner + 1));
  int64_t *own = malloc(sizeof(int64_t) * ((size_t) inner + 1));
  own[0] = nowNs();
  for (int i = 1; i <= inner; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    own[i] = nowNs();
  }
  int64_t elapsed = own[inner] - own[0];
  MPI_Reduce(own, ends, inner + 1, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
  free(own);
  endsKnown = inner;
  return elapsed;
}

static void tailParts(void) {
  double *values = malloc(sizeof(double) * (size_t) endsKnown);
  for (int i = 0; i < endsKnown; i++) values[i] = (double) (ends[i + 1] - ends[i]);
  printSeries("singleNs", values, endsKnown);
  free(values);
}

static void nothing(void) { }

const Kernel tails[] = {
  {"tail", tail, nothing, UNSETTLED, tailParts},
  {NULL, NULL, NULL, 0, NULL},
};
