package mpi;

/** An object that holds resources until it is freed. */
public interface Freeable {
  /** Frees this object, which must not be used afterwards. */
  void free() throws MPIException;
}
