/* What the messages of the native peer contain, and how it is checked. */
#include "mpi_peer.h"

int64_t counter;
int checkSeed;
unsigned char *pattern;

void fillPattern(unsigned char *p, size_t n, int seed) {
  for (size_t i = 0; i < n; i++) p[i] = (unsigned char) (i * 31 + (i >> 8) + seed);
}

void checkPattern(const unsigned char *p, int seed) {
  fillPattern(pattern, size, seed);
  if (memcmp(p, pattern, size) != 0) {
    size_t i = 0;
    while (p[i] == pattern[i]) i++;
    fprintf(stderr, "mpi_peer: byte %zu of %zu is wrong\n", i, size);
    fail("content", p[i], pattern[i]);
  }
}

void fillSummands(int seed) {
  int n = (int) (size / 8);
  for (int i = 0; i < n; i++) sumIn[i] = (double) (rank + 1) * (i % 1000 + seed);
}

/* What the summands of all ranks add up to. */
void checkSums(int seed) {
  int n = (int) (size / 8);
  double factor = ranks * (ranks + 1.0) / 2;
  for (int i = 0; i < n; i++) {
    if (sumOut[i] != factor * (i % 1000 + seed)) {
      fail("sum", (long long) sumOut[i], (long long) (factor * (i % 1000 + seed)));
    }
  }
}

/* Blocks of size bytes; the content of each says who sent it, and when. */
void fillBlocks(int allToAll, int seed) {
  for (int to = 0; to < (allToAll ? ranks : 1); to++) {
    fillPattern(out + (size_t) to * size, size, seed + rank * 3 + to * 5);
  }
}

void checkBlocks(int allToAll, int seed) {
  for (int from = 0; from < ranks; from++) {
    checkPattern(in + (size_t) from * size, seed + from * 3 + (allToAll ? rank * 5 : 0));
  }
}
