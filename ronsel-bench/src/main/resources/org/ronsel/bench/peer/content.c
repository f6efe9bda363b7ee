/* What the messages of the native peer contain, and how it is checked. */
#include "mpi_peer.h"

int64_t counter;
int checkSeed;

static unsigned char patternAt(size_t i, int seed) {
  return (unsigned char) (i * 31 + (i >> 8) + (size_t) seed);
}

/* n bytes, of which more than one message has none between them. */
void fillPattern(unsigned char *p, size_t n, int seed) {
  for (size_t i = 0; i < n; i++) p[settings.isTyped ? positionOf(i) : i] = patternAt(i, seed);
}

void checkPattern(const unsigned char *p, int seed) {
  for (size_t i = 0; i < size; i++) {
    unsigned char found = p[settings.isTyped ? positionOf(i) : i];
    if (found != patternAt(i, seed)) {
      fprintf(stderr, "mpi_peer: byte %zu of %zu is wrong\n", i, size);
      fail("content", found, patternAt(i, seed));
    }
  }
}
