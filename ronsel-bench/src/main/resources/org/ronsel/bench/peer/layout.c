/* How a message lies in memory: its bytes one after the other, or as a derived datatype says. */
#include "mpi_peer.h"

enum { NONE, CONT, VECT, INDX };

MPI_Datatype messageType = MPI_BYTE;
int messageCount;
size_t stride, lastStamp;

static int kind;
static size_t step = 16, block = 8;     /* from block to block, and of a block, in bytes */

/* Where a block begins: of indexed ones every second directly behind the one before. */
static size_t displacementOf(size_t number) {
  return kind == INDX ? number / 2 * 2 * step + number % 2 * block : number * step;
}

size_t positionOf(size_t packed) {
  if (kind != VECT && kind != INDX) return packed;
  return displacementOf(packed / block) + packed % block;
}

static void readDatatype(void) {
  unsigned long a = 16, b = 8;
  char name[8] = "";
  sscanf(settings.datatype, "%4[a-z]:%lu:%lu", name, &a, &b);
  kind = strcmp(name, "cont") == 0 ? CONT : strcmp(name, "vect") == 0 ? VECT : INDX;
  step = a;
  block = b;
}

void openLayout(void) {
  messageType = MPI_BYTE;
  messageCount = (int) size;
  if (settings.isTyped) readDatatype();
  stride = size == 0 ? 0 : positionOf(size - 1) + 1;
  lastStamp = size >= 16 ? positionOf(size - 8) : 0;
  if (!settings.isTyped || size == 0) return;
  messageCount = 1;
  int blocks = (int) (size / block);
  if (kind == CONT) {
    MPI_Type_contiguous((int) size, MPI_BYTE, &messageType);
  } else if (kind == VECT) {
    MPI_Type_vector(blocks, (int) block, (int) step, MPI_BYTE, &messageType);
  } else {
    int *at = malloc(sizeof(int) * (size_t) blocks);
    for (int i = 0; i < blocks; i++) at[i] = (int) displacementOf((size_t) i);
    MPI_Type_create_indexed_block(blocks, (int) block, at, MPI_BYTE, &messageType);
    free(at);
  }
  MPI_Type_commit(&messageType);
}

void closeLayout(void) {
  if (messageType != MPI_BYTE) MPI_Type_free(&messageType);
  messageType = MPI_BYTE;
}
