package org.ronsel;

/**
 * The place that the ranks of a part share, for {@link Comm#splitType} (MPI-4.1, section 7.4.2). A
 * rank is confined to a place if every processor it may run on belongs to it.
 */
public enum SplitType {
  /** A host, whose ranks can share memory. */
  SHARED,
  /** A JVM, whose ranks can share objects. */
  JVM,
  /** A processor package. */
  PACKAGE,
  /** The memory near some processors. */
  NUMA,
  /** The last level of caches. */
  LAST_CACHE,
  /** A physical core. */
  CORE,
  /**
   * The place that the hint {@code mpi_hw_resource_type} names: {@code mpi_shared_memory}, {@code
   * hwloc://Package}, {@code hwloc://NUMANode}, {@code hwloc://L3Cache}, {@code hwloc://Core}, or
   * {@code ronsel://jvm}.
   */
  HARDWARE_GUIDED,
  /** The largest place of the above that divides the ranks of the communicator. */
  HARDWARE_UNGUIDED,
  /** No place: the rank is in no part, whatever the others name. */
  UNDEFINED
}
