/*
 * Operations of rank 0 on a window of rank 1, and calls of windows: the kernels that
 * OneSidedCase.java names, such as put, get-fence, accumulate-shorts-busy or allocate.
 */
#include "mpi_peer.h"

enum { PUT, GET, ACCUMULATE, GETACCUMULATE, FETCHANDOP, COMPAREANDSWAP, SELFLOCK, ALLOCATE };
enum { FLUSH, FLUSHLOCAL, LOCK, LOCKALL, FENCE, PSCW };
enum { ALLOCATED, CREATED, SHARED, DYNAMIC };
enum { DOUBLES, LONGS, SHORTS };
enum { ORIGIN = 0, TARGET = 1, MOST_BUSY = 20, LEAD = 10, PLAIN = 500, LEAST_BYTES = 4096 };

static const char *const operations[] = {
  "put", "get", "accumulate", "getaccumulate", "fetchandop", "compareandswap", "selflock",
  "allocate", NULL
};
static const char *const completions[] = {
  "flush", "flushlocal", "lock", "lockall", "fence", "pscw", NULL
};
static const char *const kinds[] = {"allocated", "created", "shared", "dynamic", NULL};
static const char *const typeNames[] = {"doubles", "longs", "shorts", NULL};

static int operation, completion = FLUSH, elements = DOUBLES, kind = ALLOCATED;
static int busy, blocks, nocheck, both;
static int together = 1;            /* operations that are completed together */
static MPI_Datatype targetType = MPI_DATATYPE_NULL;     /* of an accumulate */
static MPI_Win win = MPI_WIN_NULL;
static MPI_Group other;
static unsigned char *memory;       /* of this rank, in the window */
static MPI_Aint places[2];          /* displacements of the memory of both ranks */
static size_t bytes;
static int64_t number, sum, ticket, got;

static int indexOf(const char *word, const char *const names[]) {
  for (int i = 0; names[i]; i++) {
    if (strcmp(names[i], word) == 0) return i;
  }
  return -1;
}

/* ---- elements ---- */

static MPI_Datatype typeOf(void) {
  if (elements == DOUBLES) return MPI_DOUBLE;
  return elements == LONGS ? MPI_INT64_T : MPI_INT16_T;
}

/* Values in a row of a block, which has 2 by 2 of them; rows of the box are 8 values longer. */
static int rowOf(void) { return size < 32 ? 1 : (int) (size / 32); }

static int countOf(void) {
  if (blocks) return 4 * rowOf();
  return (int) (size / (elements == SHORTS ? 2 : 8));
}

/* Where a value lies at the target. */
static int placeOf(int i) {
  int row = rowOf();
  return blocks ? (i / (2 * row) * 8 + i / row % 2) * (row + 8) + i % row : i;
}

static void setAt(void *in, int i, int64_t value) {
  if (elements == DOUBLES) ((double *) in)[i] = (double) value;
  else if (elements == LONGS) ((int64_t *) in)[i] = value;
  else ((int16_t *) in)[i] = (int16_t) value;
}

static int64_t valueAt(const void *in, int i) {
  if (elements == DOUBLES) return (int64_t) ((const double *) in)[i];
  if (elements == LONGS) return ((const int64_t *) in)[i];
  return ((const int16_t *) in)[i];
}

static void fillElements(void *in, int slope, int first) {
  int n = countOf();
  for (int i = 0; i < n; i++) setAt(in, i, (int64_t) slope * (i % 1000) + first);
}

static void checkElements(const void *in, int slope, int first) {
  int n = countOf();
  for (int i = 0; i < n; i++) {
    int64_t expected = (int64_t) slope * (i % 1000) + first;
    if (valueAt(in, i) != expected) fail("element", valueAt(in, i), expected);
  }
}

static void same(const char *what, int64_t found, int64_t expected) {
  if (found != expected) fail(what, found, expected);
}

/* ---- the operations ---- */

static void operate(void) {
  int n = (int) size;
  MPI_Aint at = places[TARGET];
  switch (operation) {
    case PUT: MPI_Put(out, n, MPI_BYTE, TARGET, at, n, MPI_BYTE, win); break;
    case GET: MPI_Get(in, n, MPI_BYTE, TARGET, at, n, MPI_BYTE, win); break;
    case ACCUMULATE:
      MPI_Accumulate(out, countOf(), typeOf(), TARGET, at, blocks ? 1 : countOf(), targetType,
                     MPI_SUM, win);
      break;
    case GETACCUMULATE:
      MPI_Get_accumulate(out, countOf(), typeOf(), in, countOf(), typeOf(), TARGET, at, countOf(),
                         typeOf(), MPI_SUM, win);
      break;
    case FETCHANDOP: {
      static int64_t one = 1;
      MPI_Fetch_and_op(&one, &got, MPI_INT64_T, TARGET, at, MPI_SUM, win);
      break;
    }
    default: {
      static int64_t next;
      next = ticket + 1;
      MPI_Compare_and_swap(&next, &ticket, &got, MPI_INT64_T, TARGET, at, win);
      break;
    }
  }
}

static void operateAll(int n) {
  for (int i = 0; i < n; i++) operate();
}

static void operateAndComplete(int n) {
  switch (completion) {
    case FLUSH:
      operateAll(n);
      MPI_Win_flush(TARGET, win);
      break;
    case FLUSHLOCAL:
      operateAll(n);
      MPI_Win_flush_local(TARGET, win);
      break;
    case LOCKALL:
      MPI_Win_lock_all(0, win);
      operateAll(n);
      MPI_Win_unlock_all(win);
      break;
    case LOCK:
      MPI_Win_lock(MPI_LOCK_SHARED, TARGET, 0, win);
      operateAll(n);
      MPI_Win_unlock(TARGET, win);
      break;
    case FENCE:
      operateAll(n);
      MPI_Win_fence(0, win);
      break;
    default:
      MPI_Win_start(other, 0, win);
      operateAll(n);
      MPI_Win_complete(win);
      break;
  }
}

static void collect(void) {
  if (operation == GET) sum += readStamp(in);
  if (operation == GETACCUMULATE && countOf() > 0) sum += valueAt(in, countOf() - 1);
  if (operation == FETCHANDOP || operation == COMPAREANDSWAP) {
    sum += got;
    ticket++;
  }
}

static int64_t accessTarget(int times, int stamped) {
  int n = stamped ? together : 1;
  if (completion == FENCE) MPI_Win_fence(0, win);
  int64_t start = nowNs();
  for (int i = 0; i < times; i++) {
    for (int j = 0; stamped && operation == PUT && j < n; j++) stamp(out, ++number);
    operateAndComplete(n);
    for (int j = 0; j < n; j++) collect();
  }
  int64_t elapsed = nowNs() - start;
  if (completion == FLUSHLOCAL) MPI_Win_flush(TARGET, win);     /* before the target looks */
  return elapsed;
}

/* What rank 1 does for so many operations. */
static void expose(int times) {
  if (completion == FENCE) {
    for (int i = 0; i <= times; i++) MPI_Win_fence(0, win);
  }
  if (completion == PSCW) {
    for (int i = 0; i < times; i++) {
      MPI_Win_post(other, 0, win);
      MPI_Win_wait(win);
    }
  }
}

/* ---- what is verified ---- */

static void verifyOrigin(int64_t times) {
  int64_t numbers = times * (times - 1) / 2;
  if (operation == GET) same("sum of the numbers", sum, times * expectedStamp(number++));
  if (operation == GETACCUMULATE && countOf() > 0 && elements != SHORTS) {
    same("sum of the results", sum, numbers);
  }
  if (operation == FETCHANDOP || operation == COMPAREANDSWAP) {
    same("sum of the tickets", sum, numbers);
    ticket = 0;
  }
  sum = 0;
}

static void verifyTarget(int64_t times) {
  switch (operation) {
    case PUT:
      number += times;
      same("number of the last put", readStamp(memory), expectedStamp(number));
      return;
    case GET:
      stamp(memory, ++number);
      return;
    case ACCUMULATE:
    case GETACCUMULATE:
      if (countOf() > 0) {
        int64_t expected = elements == SHORTS ? (int16_t) times : times;
        same("first sum", valueAt(memory, 0), expected);
        same("last sum", valueAt(memory, placeOf(countOf() - 1)), expected);
      }
      break;
    default:
      same("counter", *(int64_t *) memory, times);
      break;
  }
  memset(memory, 0, bytes);
}

static void fillOrigin(int seed) {
  if (operation == PUT) fillPattern(out, size, seed);
  if (operation == ACCUMULATE || operation == GETACCUMULATE) fillElements(out, 3, seed % 1000);
  ticket = seed;
}

static void fillTarget(int seed) {
  if (operation == GET) fillPattern(memory, size, seed);
  if (operation == ACCUMULATE || operation == GETACCUMULATE) {
    for (int i = 0; i < countOf(); i++) setAt(memory, placeOf(i), 2 * (i % 1000) + seed % 1000);
  }
  if (operation == FETCHANDOP || operation == COMPAREANDSWAP) *(int64_t *) memory = seed;
}

static void checkOrigin(int seed) {
  if (operation == GET) {
    checkPattern(in, seed);
    number++;
  }
  if (operation == GETACCUMULATE) checkElements(in, 2, seed % 1000);
  if (operation == ACCUMULATE || operation == GETACCUMULATE) fillElements(out, 0, 1);
  if (operation == FETCHANDOP || operation == COMPAREANDSWAP) same("ticket", got, seed);
  ticket = 0;
  sum = 0;
}

static void checkTarget(int seed) {
  if (operation == PUT) {
    checkPattern(memory, seed);
  } else if (operation == ACCUMULATE || operation == GETACCUMULATE) {
    for (int i = 0; i < countOf(); i++) {
      same("element", valueAt(memory, placeOf(i)), 5 * (i % 1000) + 2 * (seed % 1000));
    }
    memset(memory, 0, bytes);
  } else {
    verifyTarget(operation == GET ? 1 : seed + 1);
  }
}

/* ---- both sides ---- */

/* Whether one epoch of all ranks is open for the whole loop. */
static int isOfOneEpoch(void) { return completion == FLUSH || completion == FLUSHLOCAL; }

static int isOfLocks(void) { return completion == LOCK || completion == LOCKALL; }

/* Rank 1 loads and stores in its own memory between these. */
static void beginOwn(void) {
  if (isOfOneEpoch()) MPI_Win_sync(win);
  if (isOfLocks()) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
}

static void endOwn(void) {
  if (isOfOneEpoch()) MPI_Win_sync(win);
  if (isOfLocks()) MPI_Win_unlock(TARGET, win);
}

/* Rank 0 is through with so many operations, and waits until rank 1 has looked at them. */
static void tell(int times) {
  int32_t message = times;
  MPI_Send(&message, 4, MPI_BYTE, TARGET, TAG_DATA, MPI_COMM_WORLD);
  MPI_Recv(&message, 4, MPI_BYTE, TARGET, TAG_ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void hear(void (*look)(int), int seed) {
  int32_t message;
  MPI_Recv(&message, 4, MPI_BYTE, ORIGIN, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  beginOwn();
  if (look) look(seed);
  else verifyTarget(message);
  endOwn();
  MPI_Send(&message, 4, MPI_BYTE, ORIGIN, TAG_ACK, MPI_COMM_WORLD);
}

static void checkedOperation(void) {
  int seed = ++checkSeed;
  if (rank == ORIGIN) {
    MPI_Recv(NULL, 0, MPI_BYTE, TARGET, TAG_CHECK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fillOrigin(seed);
    accessTarget(1, 0);
    tell(1);
    checkOrigin(seed);
  } else {
    beginOwn();
    fillTarget(seed);
    endOwn();
    MPI_Send(NULL, 0, MPI_BYTE, ORIGIN, TAG_CHECK, MPI_COMM_WORLD);
    expose(1);
    hear(checkTarget, seed);
  }
}

static int64_t oneSided(int inner) {
  int epochs = inner < together ? 1 : inner / together;
  if (rank == ORIGIN) {
    int64_t elapsed = accessTarget(epochs, 1);
    tell(epochs * together);
    verifyOrigin((int64_t) epochs * together);
    return (int64_t) ((double) elapsed / epochs / together * inner);
  }
  expose(epochs);
  hear(NULL, 0);
  return 0;
}

/* ---- puts of both ranks at once ---- */

static int64_t incoming;            /* number of the last put of the other rank */

static void putAcross(int epochs, int n, int stamped) {
  MPI_Aint at = places[1 - rank];
  if (completion == FENCE) MPI_Win_fence(0, win);
  for (int i = 0; i < epochs; i++) {
    if (completion == PSCW) {
      MPI_Win_post(other, 0, win);
      MPI_Win_start(other, 0, win);
    }
    for (int j = 0; stamped && j < n; j++) stamp(out, ++number);
    for (int j = 0; j < n; j++) {
      MPI_Put(out, (int) size, MPI_BYTE, 1 - rank, at, (int) size, MPI_BYTE, win);
    }
    if (completion == PSCW) {
      MPI_Win_complete(win);
      MPI_Win_wait(win);
    } else {
      MPI_Win_fence(0, win);
    }
  }
}

static void checkedPuts(void) {
  checkSeed += 2;
  fillPattern(out, size, checkSeed + rank);
  putAcross(1, 1, 0);
  checkPattern(memory, checkSeed + 1 - rank);
}

/* The other rank puts again only after a call that waits for this one. */
static int64_t crossingPuts(int inner) {
  int epochs = inner < together ? 1 : inner / together;
  int64_t start = nowNs();
  putAcross(epochs, together, 1);
  int64_t elapsed = nowNs() - start;
  incoming += (int64_t) epochs * together;
  same("number of the last put", readStamp(memory), expectedStamp(incoming));
  return (int64_t) ((double) elapsed / epochs / together / 2 * inner);
}

/* ---- calls of windows ---- */

/* Makes a window; where tells where the memory of both ranks is in it. */
static MPI_Win made(unsigned char **base, MPI_Aint where[2]) {
  MPI_Win window;
  MPI_Aint length = (MPI_Aint) bytes, mine = 0;
  if (kind == CREATED || kind == DYNAMIC) MPI_Alloc_mem(length, MPI_INFO_NULL, base);
  switch (kind) {
    case ALLOCATED: MPI_Win_allocate(length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, base, &window); break;
    case SHARED:
      MPI_Win_allocate_shared(length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, base, &window);
      break;
    case CREATED: MPI_Win_create(*base, length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window); break;
    default:
      MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
      MPI_Win_attach(window, *base, length);
      MPI_Get_address(*base, &mine);
      break;
  }
  where[0] = where[1] = 0;
  if (kind == DYNAMIC) MPI_Allgather(&mine, 1, MPI_AINT, where, 1, MPI_AINT, MPI_COMM_WORLD);
  return window;
}

static void unmade(MPI_Win *window, unsigned char *base) {
  if (kind == DYNAMIC) {
    MPI_Barrier(MPI_COMM_WORLD);    /* nobody operates on it any more */
    MPI_Win_detach(*window, base);
  }
  MPI_Win_free(window);
  if (kind == CREATED || kind == DYNAMIC) MPI_Free_mem(base);
}

static void checkedWindow(void) {
  unsigned char *base;
  MPI_Aint where[2];
  MPI_Win window = made(&base, where);
  int64_t value = rank + 1;
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT64_T, 1 - rank, where[1 - rank], 1, MPI_INT64_T, window);
  MPI_Win_fence(0, window);
  same("what was put", *(int64_t *) base, 2 - rank);
  unmade(&window, base);
}

static int64_t allocations(int inner) {
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    unsigned char *base;
    MPI_Aint where[2];
    MPI_Win window = made(&base, where);
    unmade(&window, base);
  }
  return nowNs() - start;
}

static int64_t selfLocks(int inner) {
  static int64_t value;
  if (rank != ORIGIN) return 0;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, ORIGIN, nocheck ? MPI_MODE_NOCHECK : 0, win);
    value++;
    MPI_Put(&value, 1, MPI_INT64_T, ORIGIN, places[ORIGIN], 1, MPI_INT64_T, win);
    MPI_Win_unlock(ORIGIN, win);
  }
  int64_t elapsed = nowNs() - start;
  same("the last put", *(int64_t *) memory, value);
  return elapsed;
}

static void computeNs(int64_t ns) {
  int64_t until = nowNs() + ns;
  while (nowNs() < until) { }
}

/*
 * Each operation by itself, while rank 1 computes without a call; a few, as each takes long. Before
 * them come some beside a target that waits, as in Java.
 */
static int64_t besideBusy(int inner) {
  int times = inner < MOST_BUSY ? inner : MOST_BUSY;
  int64_t busyNs = (int64_t) window * 1000, elapsed = 0;
  if (rank == ORIGIN) accessTarget(PLAIN, 1);
  for (int i = 0; i < times; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ORIGIN) {
      computeNs(busyNs / LEAD);
      if (operation == PUT) stamp(out, ++number);
      int64_t start = nowNs();
      operateAndComplete(1);
      elapsed += nowNs() - start;
      collect();
    } else {
      computeNs(busyNs);
    }
  }
  if (rank == ORIGIN) {
    tell(PLAIN + times);
    verifyOrigin(PLAIN + times);
  } else {
    hear(NULL, 0);
  }
  return (int64_t) ((double) elapsed / times * inner);
}

static const Kernel waiting = {"one-sided", oneSided, checkedOperation, TWO, NULL};

static const Kernel computing = {
  "one-sided", besideBusy, checkedOperation, TWO | UNSETTLED, NULL
};

static const Kernel locking = {"selflock", selfLocks, checkedWindow, TWO, NULL};

static const Kernel crossing = {"one-sided", crossingPuts, checkedPuts, TWO | MAX, NULL};

static const Kernel allocating = {"allocate", allocations, checkedWindow, TWO, NULL};

const Kernel *oneSidedKernel(const char *name) {
  char words[64];
  if (strlen(name) >= sizeof words) return NULL;
  strcpy(words, name);
  char *word = strtok(words, "-");
  operation = word ? indexOf(word, operations) : -1;
  if (operation < 0) return NULL;
  while ((word = strtok(NULL, "-"))) {
    int byCompletion = indexOf(word, completions), byType = indexOf(word, typeNames);
    int byKind = indexOf(word, kinds);
    if (byCompletion >= 0) completion = byCompletion;
    else if (byKind >= 0) kind = byKind;
    else if (byType >= 0) elements = byType;
    else if (strcmp(word, "busy") == 0) busy = 1;
    else if (strcmp(word, "blocks") == 0) blocks = 1;
    else if (strcmp(word, "nocheck") == 0) nocheck = 1;
    else if (strcmp(word, "both") == 0) both = 1;
    else if (word[0] == 'x' && (together = atoi(word + 1)) > 0) continue;
    else return NULL;
  }
  if (operation == SELFLOCK) completion = LOCK;
  if (operation == SELFLOCK || operation == ALLOCATE) {
    return operation == ALLOCATE ? &allocating : &locking;
  }
  if (both) return &crossing;
  return busy ? &computing : &waiting;
}

void openWindow(void) {
  bytes = size < LEAST_BYTES ? LEAST_BYTES : size;      /* in less MPICH 4.0 puts to a wrong place */
  size_t box = 8 * 8 * (size_t) (rowOf() + 8) * 8;
  if (blocks && bytes < box) bytes = box;
  win = made(&memory, places);
  targetType = typeOf();
  if (blocks) {
    int whole[] = {8, 8, rowOf() + 8}, part[] = {2, 2, rowOf()}, from[] = {0, 0, 0};
    MPI_Type_create_subarray(3, whole, part, from, MPI_ORDER_C, typeOf(), &targetType);
    MPI_Type_commit(&targetType);
  }
  memset(memory, 0, bytes);
  int otherRank = rank == ORIGIN ? TARGET : ORIGIN;
  MPI_Group all;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &otherRank, &other);
  MPI_Group_free(&all);
  if (operation == ACCUMULATE || operation == GETACCUMULATE) fillElements(out, 0, 1);
  if (isOfOneEpoch()) MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}

void closeWindow(void) {
  if (win == MPI_WIN_NULL) return;
  if (isOfOneEpoch()) MPI_Win_unlock_all(win);
  MPI_Group_free(&other);
  if (blocks) MPI_Type_free(&targetType);
  unmade(&win, memory);
}
