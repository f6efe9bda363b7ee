/* The point-to-point kernels of the native peer, between two ranks. */
#include "mpi_peer.h"

/* An untimed exchange of a whole message in both directions, every byte checked. */
static void checkedExchange(void) {
  int seed = ++checkSeed;
  if (rank == 0) {
    fillPattern(out, size, seed);
    MPI_Send(out, (int) size, MPI_BYTE, 1, TAG_CHECK, MPI_COMM_WORLD);
    MPI_Recv(in, (int) size, MPI_BYTE, 1, TAG_CHECK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    checkPattern(in, seed + 1);
  } else if (rank == 1) {
    MPI_Recv(in, (int) size, MPI_BYTE, 0, TAG_CHECK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    checkPattern(in, seed);
    fillPattern(out, size, seed + 1);
    MPI_Send(out, (int) size, MPI_BYTE, 0, TAG_CHECK, MPI_COMM_WORLD);
  }
}

static int64_t pingpong(int inner) {
  int64_t sum = 0, expected = 0, from = counter;
  int n = (int) size;
  counter += 2 * (int64_t) inner;
  int64_t start = nowNs();
  if (rank == 0) {
    for (int i = 0; i < inner; i++) {
      stamp(out, from + 2 * (int64_t) i);
      MPI_Send(out, n, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD);
      MPI_Recv(in, n, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += readStamp(in);
    }
  } else {
    for (int i = 0; i < inner; i++) {
      MPI_Recv(in, n, MPI_BYTE, 0, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += readStamp(in);
      stamp(out, from + 2 * (int64_t) i + 1);
      MPI_Send(out, n, MPI_BYTE, 0, TAG_DATA, MPI_COMM_WORLD);
    }
  }
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) {
    expected += expectedStamp(from + 2 * (int64_t) i + (rank == 0 ? 1 : 0));
  }
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

/* Rank 0 sends windows of messages; rank 1 acknowledges each window. */
static int64_t windowed(int inner) {
  static MPI_Request *requests;
  if (!requests) requests = malloc(sizeof(MPI_Request) * (size_t) window);
  size_t stride = distinct ? size : 0;
  int n = (int) size;
  int64_t sum = 0, expected = 0, from = counter, ack = 0;
  counter += (int64_t) inner * window;
  int64_t start = nowNs();
  if (rank == 0) {
    for (int i = 0; i < inner; i++) {
      for (int w = 0; w < window; w++) {
        unsigned char *p = out + (size_t) w * stride;
        if (distinct || w == 0) stamp(p, from + (int64_t) i * window + w);
        MPI_Isend(p, n, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD, &requests[w]);
      }
      MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
      MPI_Recv(&ack, 8, MPI_BYTE, 1, TAG_ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    for (int i = 0; i < inner; i++) {
      for (int w = 0; w < window; w++) {
        MPI_Irecv(in + (size_t) w * stride, n, MPI_BYTE, 0, TAG_DATA, MPI_COMM_WORLD, &requests[w]);
      }
      MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
      for (int w = 0; w < (distinct ? window : 1); w++) sum += readStamp(in + (size_t) w * stride);
      ack = i + 1;
      MPI_Send(&ack, 8, MPI_BYTE, 0, TAG_ACK, MPI_COMM_WORLD);
    }
  }
  int64_t elapsed = nowNs() - start;
  if (rank == 0) {
    if (ack != inner) fail("number of the last acknowledgement", ack, inner);
  } else {
    for (int i = 0; i < inner; i++) {
      for (int w = 0; w < (distinct ? window : 1); w++) {
        expected += expectedStamp(from + (int64_t) i * window + w);
      }
    }
    if (sum != expected) fail("sum of the message numbers", sum, expected);
  }
  return elapsed;
}

const Kernel pointToPoint[] = {
  {"pingpong", pingpong, checkedExchange, PAIR, NULL},
  {"window", windowed, checkedExchange, PAIR | WINDOWED, NULL},
  {NULL, NULL, NULL, 0, NULL},
};
