/** The package {@code mpi} of mpiJava and of Open MPI's Java bindings, on Ronsel. */
module org.ronsel.mpi {
  requires transitive org.ronsel.core;
  requires static org.jspecify;

  exports mpi;
  exports mpjbuf;
  exports mpjdev;
  exports xdev;
}
