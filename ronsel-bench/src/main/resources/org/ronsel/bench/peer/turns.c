/*
 * When this process may use the processors: a byte comes through the pipe of its rank, and the
 * answers of rank 0 go through another. Between its turns it waits in the kernel.
 */
#include "mpi_peer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int turnPipe, orphaned;
FILE *answers;

static void broken(const char *what) {
  fprintf(stderr, "mpi_peer: rank %d: %s: %s\n", rank, what, strerror(errno));
  MPI_Abort(MPI_COMM_WORLD, 5);
}

void openTurns(const char *folder) {
  char path[4096];
  signal(SIGPIPE, SIG_IGN); /* the end of who gives the turns shows in the next read */
  snprintf(path, sizeof path, "%s/rank-%d", folder, rank);
  turnPipe = open(path, O_RDONLY);
  if (turnPipe < 0) broken(path);
  if (rank == 0) {
    snprintf(path, sizeof path, "%s/answers", folder);
    answers = fopen(path, "w");
    if (!answers) broken(path);
  }
}

/*
 * What the next turn is for; who gives the turns tells rank 0 alone what is not a batch, unless its
 * own end does.
 */
int awaitTurn(void) {
  char next = 0;
  ssize_t n;
  do {
    n = read(turnPipe, &next, 1);
  } while (n < 0 && errno == EINTR);
  if (n < 0) broken("the pipe of the benchmark");
  orphaned = n == 0;
  if (n != 1 || next == 'e') return TURN_END;
  return next == 'n' ? TURN_NEXT : TURN_BATCH;
}

/* Whoever made the pipes removes them, unless it was killed; then rank 0 does. */
void closeTurns(const char *folder) {
  if (rank != 0 || !orphaned) return;
  char path[4096];
  for (int r = 0; r < ranks; r++) {
    snprintf(path, sizeof path, "%s/rank-%d", folder, r);
    unlink(path);
  }
  snprintf(path, sizeof path, "%s/answers", folder);
  unlink(path);
  rmdir(folder);
}
