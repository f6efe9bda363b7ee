package mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comparison;
import org.ronsel.RonselException;

/** An ordered set of ranks (MPI-4.1, section 7.3). */
public class Group implements Freeable {
  /** What MPJ Express calls the empty group by inside. */
  public static final int EMPTY = 3;

  private org.ronsel.@Nullable Group core;

  Group(org.ronsel.@Nullable Group core) {
    this.core = core;
  }

  org.ronsel.Group core() {
    org.ronsel.Group known = core;
    if (known == null) {
      throw Required.refused(MPI.ERR_GROUP, "the group is null or has been freed");
    }
    return known;
  }

  /** The group as one of Ronsel. */
  public org.ronsel.Group ronsel() {
    return core();
  }

  /** A group of Ronsel. */
  public static Group of(org.ronsel.Group group) {
    return new Group(Required.present(group, MPI.ERR_GROUP, "the group"));
  }

  private static <T> T call(Supplier<T> body) {
    try {
      return body.get();
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  private static Group make(Supplier<org.ronsel.Group> body) {
    return new Group(call(body));
  }

  // ---- Open MPI ----

  /** Number of ranks. */
  public int getSize() throws MPIException {
    return core().size();
  }

  /** The calling rank's number in the group, or {@code MPI.UNDEFINED}. */
  public int getRank() throws MPIException {
    return call(() -> core().rank(Environment.world()));
  }

  @Override
  public void free() throws MPIException {
    core = null;
  }

  /** Whether it stands for no group, or has been freed. */
  public boolean isNull() {
    return core == null;
  }

  /** The numbers in {@code group2} of ranks of {@code group1}, or {@code MPI.UNDEFINED}. */
  public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
    return call(
        () -> Required.group(group1).core().translate(ranks1, Required.group(group2).core()));
  }

  /** {@code MPI.IDENT, SIMILAR} or {@code UNEQUAL}. */
  public static int compare(Group group1, Group group2) throws MPIException {
    return number(call(() -> Required.group(group1).core().compare(Required.group(group2).core())));
  }

  static int number(Comparison comparison) {
    return switch (comparison) {
      case IDENTICAL -> MPI.IDENT;
      case CONGRUENT -> MPI.CONGRUENT;
      case SIMILAR -> MPI.SIMILAR;
      case UNEQUAL -> MPI.UNEQUAL;
    };
  }

  /** The ranks of both, those of {@code group1} first. */
  public static Group union(Group group1, Group group2) throws MPIException {
    return make(() -> Required.group(group1).core().union(Required.group(group2).core()));
  }

  /** The ranks of {@code group1} that are in {@code group2}. */
  public static Group intersection(Group group1, Group group2) throws MPIException {
    return make(() -> Required.group(group1).core().intersection(Required.group(group2).core()));
  }

  /** The ranks of {@code group1} that are not in {@code group2}. */
  public static Group difference(Group group1, Group group2) throws MPIException {
    return make(() -> Required.group(group1).core().difference(Required.group(group2).core()));
  }

  /** The given ranks, in their order. */
  public Group incl(int[] ranks) throws MPIException {
    return make(() -> core().include(ranks));
  }

  /** All but the given ranks. */
  public Group excl(int[] ranks) throws MPIException {
    return make(() -> core().exclude(ranks));
  }

  /** The ranks of ranges of first, last and stride. */
  public Group rangeIncl(int[][] ranges) throws MPIException {
    return make(() -> core().rangeInclude(ranges));
  }

  /** All ranks but those of ranges of first, last and stride. */
  public Group rangeExcl(int[][] ranges) throws MPIException {
    return make(() -> core().rangeExclude(ranges));
  }

  // ---- mpiJava ----

  /** Does nothing, as with MPJ Express; being empty, it is not called by the JVM. */
  @Override
  @SuppressWarnings({"Finalize", "removal"})
  public void finalize() throws MPIException {}

  /** Number of ranks. */
  public int Size() throws MPIException {
    return getSize();
  }

  /** The calling rank's number in the group, or {@code MPI.UNDEFINED}. */
  public int Rank() throws MPIException {
    return getRank();
  }

  /** The numbers in {@code group2} of ranks of {@code group1}, or {@code MPI.UNDEFINED}. */
  public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2)
      throws MPIException {
    return translateRanks(group1, ranks1, group2);
  }

  /** {@code MPI.IDENT, SIMILAR} or {@code UNEQUAL}. */
  public static int Compare(Group group1, Group group2) throws MPIException {
    return compare(group1, group2);
  }

  /** The ranks of both, those of {@code group1} first. */
  public static Group Union(Group group1, Group group2) throws MPIException {
    return union(group1, group2);
  }

  /** The ranks of {@code group1} that are in {@code group2}. */
  public static Group Intersection(Group group1, Group group2) throws MPIException {
    return intersection(group1, group2);
  }

  /** The ranks of {@code group1} that are not in {@code group2}. */
  public static Group Difference(Group group1, Group group2) throws MPIException {
    return difference(group1, group2);
  }

  /** The given ranks, in their order. */
  public Group Incl(int[] ranks) throws MPIException {
    return incl(ranks);
  }

  /** All but the given ranks. */
  public Group Excl(int[] ranks) throws MPIException {
    return excl(ranks);
  }

  /** The ranks of ranges of first, last and stride. */
  public Group Range_incl(int[][] ranges) throws MPIException {
    return rangeIncl(ranges);
  }

  /** All ranks but those of ranges of first, last and stride. */
  public Group Range_excl(int[][] ranges) throws MPIException {
    return rangeExcl(ranges);
  }

  @Override
  public String toString() {
    return core == null ? "Group[null]" : core.toString();
  }
}
