package programs;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Programs in the spelling of mpiJava: datatypes, whose units are elements of the basic type. */
final class MpiJavaTypes {
  private MpiJavaTypes() {}

  /** Sends to the next rank with one type and receives from the previous one with another. */
  private static Status pass(
      Object out, int outOffset, Datatype sent, Object in, int inOffset, int count, Datatype type) {
    Intracomm world = MPI.COMM_WORLD;
    int next = (world.Rank() + 1) % world.Size();
    int previous = (world.Rank() + world.Size() - 1) % world.Size();
    Request send = world.Isend(out, outOffset, 1, sent, next, 0);
    Status status = world.Recv(in, inOffset, count, type, previous, 0);
    send.Wait();
    return status;
  }

  static void sizesOfPredefinedTypes(String[] args) {
    MPI.Init(args);
    Datatype[] types = {
      MPI.BYTE,
      MPI.CHAR,
      MPI.SHORT,
      MPI.BOOLEAN,
      MPI.INT,
      MPI.LONG,
      MPI.FLOAT,
      MPI.DOUBLE,
      MPI.PACKED,
      MPI.OBJECT
    };
    for (Datatype type : types) {
      Check.equal(type.Size(), 1, type + " size");
      Check.equal(type.Extent(), 1, type + " extent");
      Check.equal(type.Lb(), 0, type + " lb");
      Check.equal(type.Ub(), 1, type + " ub");
    }
    Datatype[] pairs = {MPI.SHORT2, MPI.INT2, MPI.LONG2, MPI.FLOAT2, MPI.DOUBLE2};
    for (Datatype type : pairs) {
      Check.equal(type.Size(), 2, type + " size");
      Check.equal(type.Extent(), 2, type + " extent");
    }
    Check.equal(MPI.DOUBLE.getByteSize(), 8, "bytes");
    Check.equal(MPI.UB.Size(), 0, "UB has no data");
    MPI.Finalize();
  }

  static void contiguous(String[] args) {
    MPI.Init(args);
    Datatype three = Datatype.Contiguous(3, MPI.INT);
    three.Commit();
    Check.equal(three.Size(), 3, "size");
    Check.equal(three.Extent(), 3, "extent");
    int[] in = new int[5];
    pass(new int[] {0, 1, 2, 3}, 1, three, in, 1, 3, MPI.INT);
    Check.equal(in, new int[] {0, 1, 2, 3, 0}, "received");
    three.free();
    Check.that(three.isNull(), "null after free");
    MPI.Finalize();
  }

  static void vectorIsAColumn(String[] args) {
    MPI.Init(args);
    Datatype column = Datatype.Vector(3, 1, 4, MPI.DOUBLE);
    column.Commit();
    Check.equal(column.Size(), 3, "size");
    Check.equal(column.Extent(), 9, "extent");
    double[] matrix = new double[12];
    for (int i = 0; i < 12; i++) {
      matrix[i] = i;
    }
    double[] in = new double[3];
    Status status = pass(matrix, 1, column, in, 0, 3, MPI.DOUBLE);
    Check.equal(in, new double[] {1, 5, 9}, "received");
    Check.equal(status.Get_count(MPI.DOUBLE), 3, "count");
    Check.equal(status.Get_count(column), 1, "columns");
    double[] back = new double[12];
    pass(new double[] {7, 8, 9}, 0, Datatype.Contiguous(3, MPI.DOUBLE), back, 2, 1, column);
    Check.equal(back[6], 8.0, "scattered");
    MPI.Finalize();
  }

  static void hvectorStridesInBasicElements(String[] args) {
    MPI.Init(args);
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    Datatype pairs = Datatype.Hvector(2, 1, 3, pair);
    pairs.Commit();
    Check.equal(pairs.Extent(), 5, "extent");
    int[] in = new int[4];
    pass(new int[] {0, 1, 2, 3, 4, 5}, 0, pairs, in, 0, 4, MPI.INT);
    Check.equal(in, new int[] {0, 1, 3, 4}, "received");
    MPI.Finalize();
  }

  static void indexed(String[] args) {
    MPI.Init(args);
    Datatype triangle = Datatype.Indexed(new int[] {1, 2}, new int[] {4, 0}, MPI.CHAR);
    triangle.Commit();
    Check.equal(triangle.Size(), 3, "size");
    char[] in = new char[3];
    pass("abcdef".toCharArray(), 0, triangle, in, 0, 3, MPI.CHAR);
    Check.equal(new String(in), "eab", "in the order of the blocks");
    MPI.Finalize();
  }

  static void hindexedDisplacesInBasicElements(String[] args) {
    MPI.Init(args);
    Datatype pair = Datatype.Contiguous(2, MPI.SHORT);
    Datatype odd = Datatype.Hindexed(new int[] {1, 1}, new int[] {1, 4}, pair);
    odd.Commit();
    short[] in = new short[4];
    pass(new short[] {0, 1, 2, 3, 4, 5}, 0, odd, in, 0, 4, MPI.SHORT);
    Check.equal(in, new short[] {1, 2, 4, 5}, "received");
    MPI.Finalize();
  }

  static void structHasOneBasicTypeAndMarkers(String[] args) {
    MPI.Init(args);
    Datatype struct =
        Datatype.Struct(
            new int[] {1, 2, 1}, new int[] {0, 3, 8}, new Datatype[] {MPI.LONG, MPI.LONG, MPI.UB});
    struct.Commit();
    Check.equal(struct.Size(), 3, "size");
    Check.equal(struct.Extent(), 8, "extent up to UB");
    Check.equal(struct.Ub(), 8, "ub");
    long[] out = new long[16];
    for (int i = 0; i < 16; i++) {
      out[i] = i;
    }
    long[] in = new long[6];
    Datatype two = Datatype.Contiguous(2, struct);
    pass(out, 0, two, in, 0, 6, MPI.LONG);
    Check.equal(in, new long[] {0, 3, 4, 8, 11, 12}, "received");
    Datatype lower =
        Datatype.Struct(new int[] {1, 1}, new int[] {-3, 2}, new Datatype[] {MPI.LB, MPI.INT});
    Check.equal(lower.Lb(), -3, "lb");
    Check.equal(lower.Extent(), 6, "extent from LB");
    MPIException mixed =
        Check.throwsError(
            () ->
                Datatype.Struct(
                    new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.LONG}),
            "a struct of two basic types");
    Check.equal(mixed.getErrorClass(), MPI.ERR_TYPE, "class");
    MPI.Finalize();
  }

  static void nestedTypes(String[] args) {
    MPI.Init(args);
    Datatype column = Datatype.Vector(2, 1, 3, MPI.INT);
    Datatype columns = Datatype.Hvector(2, 1, 2, column);
    columns.Commit();
    Check.equal(columns.Size(), 4, "size");
    int[] in = new int[4];
    pass(new int[] {0, 1, 2, 3, 4, 5}, 0, columns, in, 0, 4, MPI.INT);
    Check.equal(in, new int[] {0, 3, 2, 5}, "received");
    MPI.Finalize();
  }
}
