package programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.DoubleInt;
import mpi.FloatComplex;
import mpi.FloatInt;
import mpi.Int2;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.ShortInt;
import mpi.Status;
import mpi.Struct;

/** Programs in the spelling of Open MPI: datatypes, structs, complex numbers, pairs. */
final class OpenMpiTypes {
  private OpenMpiTypes() {}

  private static void pass(Object out, Datatype sent, Object in, int count, Datatype type) {
    Comm world = MPI.COMM_WORLD;
    int next = (world.getRank() + 1) % world.getSize();
    int previous = (world.getRank() + world.getSize() - 1) % world.getSize();
    Request send = world.iSend(out, 1, sent, next, 0);
    world.recv(in, count, type, previous, 0);
    send.waitFor();
  }

  static void sizesInElementsOfTheBaseType(String[] args) throws MPIException {
    MPI.Init(args);
    Check.equal(MPI.DOUBLE.getSize(), 1, "size");
    Check.equal(MPI.DOUBLE.getExtent(), 1, "extent");
    Check.equal(MPI.INT2.getExtent(), 8, "the base of pairs is BYTE");
    Check.equal(MPI.DOUBLE_INT.getExtent(), 16, "padded");
    Check.equal(MPI.DOUBLE_INT.getSize(), 12, "data");
    Check.equal(MPI.FLOAT_COMPLEX.getExtent(), 2, "the base of complex numbers is FLOAT");
    Datatype vector = Datatype.createVector(2, 1, 3, MPI.INT);
    vector.commit();
    Check.equal(vector.getExtent(), 4, "extent");
    Check.equal(vector.getSize(), 2, "size");
    Check.equal(vector.getLb(), 0, "lb");
    Check.equal(vector.getTrueExtent(), 4, "true extent");
    Check.equal(vector.getTrueLb(), 0, "true lb");
    Datatype resized = Datatype.createResized(vector, -4, 24);
    Check.equal(resized.getLb(), -1, "resized in bytes");
    Check.equal(resized.getExtent(), 6, "resized in bytes");
    Check.equal(resized.getTrueLb(), 0, "where the data begin");
    MPI.Finalize();
  }

  static void derivedTypesOfArrays(String[] args) throws MPIException {
    MPI.Init(args);
    double[] matrix = {0, 1, 2, 3, 4, 5};
    double[] in = new double[3];
    Datatype column = Datatype.createVector(3, 1, 2, MPI.DOUBLE);
    column.commit();
    pass(matrix, column, in, 3, MPI.DOUBLE);
    Check.equal(in, new double[] {0, 2, 4}, "vector");
    pass(matrix, Datatype.createHVector(3, 1, 16, MPI.DOUBLE), in, 3, MPI.DOUBLE);
    Check.equal(in, new double[] {0, 2, 4}, "strides of hvectors are in bytes");
    pass(
        matrix,
        Datatype.createIndexed(new int[] {1, 2}, new int[] {5, 1}, MPI.DOUBLE),
        in,
        3,
        MPI.DOUBLE);
    Check.equal(in, new double[] {5, 1, 2}, "indexed");
    pass(
        matrix,
        Datatype.createHIndexed(new int[] {1, 2}, new int[] {40, 8}, MPI.DOUBLE),
        in,
        3,
        MPI.DOUBLE);
    Check.equal(in, new double[] {5, 1, 2}, "displacements of hindexed are in bytes");
    pass(matrix, Datatype.createContiguous(3, MPI.DOUBLE), in, 3, MPI.DOUBLE);
    Check.equal(in, new double[] {0, 1, 2}, "contiguous");
    MPI.Finalize();
  }

  static void derivedTypesOfDirectBuffers(String[] args) throws MPIException {
    MPI.Init(args);
    DoubleBuffer matrix = MPI.newDoubleBuffer(6);
    for (int i = 0; i < 6; i++) {
      matrix.put(i, i);
    }
    DoubleBuffer in = MPI.newDoubleBuffer(6);
    Datatype column = Datatype.createVector(3, 1, 2, MPI.DOUBLE);
    column.commit();
    pass(MPI.slice(matrix, 1), column, in, 1, column);
    Check.equal(in.get(2), 3.0, "the second element of the column");
    Check.equal(in.get(1), 0.0, "the gap");
    MPI.Finalize();
  }

  static void structsOfSeveralTypes(String[] args) throws MPIException {
    MPI.Init(args);
    Datatype type =
        Datatype.createStruct(
            new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    type.commit();
    Check.equal(type.getSize(), 20, "bytes of data");
    Check.equal(type.getExtent(), 24, "bytes");
    ByteBuffer out = MPI.newByteBuffer(24);
    out.putInt(0, 7).putDouble(8, 0.25).putDouble(16, 0.5);
    ByteBuffer in = MPI.newByteBuffer(24);
    pass(out, type, in, 1, type);
    Check.equal(in.getInt(0), 7, "int");
    Check.equal(in.getDouble(16), 0.5, "double");
    MPI.Finalize();
  }

  /** A particle, as a program would define it. */
  private static final class Particle extends Struct {
    private final int id = addInt();
    private final int position = setOffset(8).addDouble(3);
    private final int kind = addChar();

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      int id() {
        return getInt(id);
      }

      void id(int value) {
        putInt(id, value);
      }

      double position(int axis) {
        return getDouble(position, axis);
      }

      void position(int axis, double value) {
        putDouble(position, axis, value);
      }

      char kind() {
        return getChar(kind);
      }

      void kind(char value) {
        putChar(kind, value);
      }
    }
  }

  static void structsWithViews(String[] args) throws MPIException {
    MPI.Init(args);
    Particle particle = new Particle();
    int extent = particle.getExtent();
    Check.equal(particle.getType().getExtent(), extent, "extent");
    ByteBuffer out = MPI.newByteBuffer(2 * extent);
    Particle.Data second = particle.getData(out, 1);
    second.id(MPI.COMM_WORLD.getRank());
    second.position(2, 1.25);
    second.kind('p');
    byte[] in = new byte[2 * extent];
    Comm world = MPI.COMM_WORLD;
    int next = (world.getRank() + 1) % world.getSize();
    int previous = (world.getRank() + world.getSize() - 1) % world.getSize();
    Request send = world.iSend(out, 2, particle.getType(), next, 0);
    world.recv(in, 2, particle.getType(), previous, 0);
    send.waitFor();
    Particle.Data received = particle.getData(in, 1);
    Check.equal(received.id(), previous, "id");
    Check.equal(received.position(2), 1.25, "position");
    Check.equal(received.kind(), 'p', "kind");
    MPI.Finalize();
  }

  /** A struct with fields of every kind, an inner struct and an array of another datatype. */
  private static final class Mixed extends Struct {
    private static final Particle PARTICLE = new Particle();
    private final int aByte = addByte();
    private final int aShort = setOffset(2).addShort();
    private final int aFloat = addFloat();
    private final int aLong = addLong();
    private final int inner;
    private final int complex;

    Mixed() throws MPIException {
      inner = addStruct(PARTICLE);
      setOffset(inner + PARTICLE.getExtent());
      complex = addData(MPI.DOUBLE_COMPLEX, 2);
    }

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      void fill() throws MPIException {
        putByte(aByte, (byte) 1);
        putShort(aShort, (short) 2);
        putFloat(aFloat, 3);
        putLong(aLong, 4);
        Particle.Data particle = getData(PARTICLE, inner);
        particle.id(5);
        DoubleComplex.get(getBuffer(MPI.DOUBLE_COMPLEX, complex, 1)).putImag(6);
      }

      void check() throws MPIException {
        Check.equal(getByte(aByte), (byte) 1, "byte");
        Check.equal(getShort(aShort), (short) 2, "short");
        Check.equal(getFloat(aFloat), 3f, "float");
        Check.equal(getLong(aLong), 4L, "long");
        Particle.Data particle = getData(PARTICLE, inner);
        Check.equal(particle.id(), 5, "inner struct");
        Check.equal(
            DoubleComplex.get(getBuffer(MPI.DOUBLE_COMPLEX, complex, 1)).getImag(),
            6.0,
            "element of another datatype");
      }
    }
  }

  static void structsInStructs(String[] args) throws MPIException {
    MPI.Init(args);
    Mixed mixed = new Mixed();
    ByteBuffer out = MPI.newByteBuffer(mixed.getExtent());
    Mixed.Data data = mixed.getData(out);
    data.fill();
    ByteBuffer in = MPI.newByteBuffer(mixed.getExtent());
    pass(out, mixed.getType(), in, 1, mixed.getType());
    Mixed.Data received = mixed.getData(in);
    received.check();
    MPI.Finalize();
  }

  static void complexNumbers(String[] args) throws MPIException {
    MPI.Init(args);
    FloatBuffer floats = MPI.newFloatBuffer(4);
    FloatComplex second = FloatComplex.get(floats, 1);
    second.putReal(1);
    second.putImag(2);
    float[] in = new float[4];
    Comm world = MPI.COMM_WORLD;
    int next = (world.getRank() + 1) % world.getSize();
    int previous = (world.getRank() + world.getSize() - 1) % world.getSize();
    Request send = world.iSend(floats, 2, MPI.FLOAT_COMPLEX, next, 0);
    world.recv(in, 2, MPI.FLOAT_COMPLEX, previous, 0);
    send.waitFor();
    Check.equal(FloatComplex.get(in, 1).getImag(), 2f, "imaginary part");
    Check.equal(FloatComplex.get(in, 1).getReal(), 1f, "real part");
    double[] doubles = {1, 2, 3, 4};
    double[] sum = new double[4];
    world.allReduce(doubles, sum, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
    Check.equal(DoubleComplex.get(sum, 1).getReal(), 3.0 * world.getSize(), "sum");
    Check.equal(DoubleComplex.get(DoubleBuffer.wrap(doubles), 1).getBuffer().get(0), 3.0, "slice");
    MPI.Finalize();
  }

  /** MPI-4.1, section 6.9.2: a product is that of complex numbers, and they have no order. */
  static void complexNumbersAreCombinedAsSuch(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    double[] power = {1, 0}; // i to the power of the number of ranks
    for (int rank = 0; rank < world.getSize(); rank++) {
      power = new double[] {-power[1], power[0]};
    }
    double[] doubles = {0, 1, 2, 0};
    double[] product = new double[4];
    world.allReduce(doubles, product, 2, MPI.DOUBLE_COMPLEX, MPI.PROD);
    Check.equal(product[0] + 0.0, power[0] + 0.0, "real part of a product");
    Check.equal(product[1] + 0.0, power[1] + 0.0, "imaginary part of a product");
    Check.equal(product[2], (double) (1 << world.getSize()), "product of real numbers");
    FloatBuffer floats = MPI.newFloatBuffer(2).put(0, 0).put(1, 1);
    FloatBuffer result = MPI.newFloatBuffer(2);
    world.iAllReduce(floats, result, 1, MPI.FLOAT_COMPLEX, MPI.PROD).waitFor();
    Check.equal(result.get(0) + 0f, (float) power[0] + 0f, "real part in a direct buffer");
    Check.equal(result.get(1) + 0f, (float) power[1] + 0f, "imaginary part in a direct buffer");
    double[] local = {3, 4};
    MPI.COMM_SELF.reduceScatterBlock(new double[] {3, 4}, local, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
    Check.equal(local, new double[] {3, 4}, "of one rank");
    Comm.reduceLocal(new double[] {1, 2}, local, 1, MPI.DOUBLE_COMPLEX.dup(), MPI.PROD);
    Check.equal(local, new double[] {-5, 10}, "in one rank");
    Datatype two = Datatype.createContiguous(2, MPI.DOUBLE_COMPLEX);
    double[] both = {0, 1, 1, 1};
    Comm.reduceLocal(new double[] {0, 1, 1, 1}, both, 1, two, MPI.PROD);
    Check.equal(both, new double[] {-1, 0, 0, 2}, "of a derived type");

    Datatype spread = Datatype.createResized(MPI.DOUBLE_COMPLEX, 0, 24);
    Check.throwsError(
        () -> Comm.reduceLocal(new double[5], new double[5], 2, spread, MPI.PROD),
        "a product of numbers that lie apart");
    for (Op op :
        List.of(MPI.MAX, MPI.MIN, MPI.LAND, MPI.LOR, MPI.LXOR, MPI.MAXLOC, MPI.MINLOC, MPI.BAND)) {
      MPIException refused =
          Check.throwsError(
              () -> world.allReduce(doubles, product, 1, MPI.DOUBLE_COMPLEX, op), op.toString());
      Check.equal(refused.getErrorClass(), MPI.ERR_OP, "class of " + op);
    }

    Status status =
        MPI.COMM_SELF.sendRecv(doubles, 4, MPI.DOUBLE, 0, 0, product, 2, MPI.DOUBLE_COMPLEX, 0, 0);
    Check.equal(status.getElements(MPI.DOUBLE_COMPLEX), 2, "a complex number is one element");
    Check.equal(status.getElements(MPI.DOUBLE), 4, "of two of another type");
    status =
        MPI.COMM_SELF.sendRecv(doubles, 3, MPI.DOUBLE, 0, 0, product, 2, MPI.DOUBLE_COMPLEX, 0, 0);
    Check.equal(status.getElements(MPI.DOUBLE_COMPLEX), MPI.UNDEFINED, "half of one");
    MPI.Finalize();
  }

  static void pairsOfEveryType(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int me = world.getRank();
    int last = world.getSize() - 1;
    ByteBuffer out = MPI.newByteBuffer(MPI.int2.getExtent());
    ByteBuffer in = MPI.newByteBuffer(MPI.int2.getExtent());
    Int2.Data ints = MPI.int2.getData(out);
    ints.putValue(me);
    ints.putIndex(me);
    world.allReduce(out, in, 1, MPI.INT2, MPI.MAXLOC);
    Int2.Data greatest = MPI.int2.getData(in);
    Check.equal(greatest.getValue(), last, "value");
    Check.equal(greatest.getIndex(), last, "index");

    byte[] pair = new byte[MPI.doubleInt.getExtent()];
    DoubleInt.Data doubles = MPI.doubleInt.getData(pair);
    doubles.putValue(-me);
    doubles.putIndex(me);
    world.allReduce(pair, 1, MPI.DOUBLE_INT, MPI.MINLOC);
    Check.equal(doubles.getValue(), (double) -last, "double");
    Check.equal(doubles.getIndex(), last, "index of a double");

    byte[] floatPair = new byte[MPI.floatInt.getExtent()];
    FloatInt.Data floats = MPI.floatInt.getData(floatPair);
    floats.putValue(1);
    floats.putIndex(me + 3);
    world.allReduce(floatPair, 1, MPI.FLOAT_INT, MPI.MINLOC);
    Check.equal(floats.getIndex(), 3, "of equal values the lowest index");

    byte[] longPair = new byte[MPI.longInt.getExtent()];
    LongInt.Data longs = MPI.longInt.getData(longPair);
    longs.putValue(1L << 40 + me % 2);
    longs.putIndex(me);
    world.allReduce(longPair, 1, MPI.LONG_INT, MPI.MAXLOC);
    Check.equal(longs.getIndex(), last == 0 ? 0 : 1, "index of a long");

    byte[] shortPair = new byte[MPI.shortInt.getExtent()];
    ShortInt.Data shorts = MPI.shortInt.getData(shortPair);
    shorts.putValue((short) me);
    shorts.putIndex(me);
    world.allReduce(shortPair, 1, MPI.SHORT_INT, MPI.MINLOC);
    Check.equal(shorts.getIndex(), 0, "index of a short");
    MPI.Finalize();
  }

  static void handlesOfTypes(String[] args) throws MPIException {
    MPI.Init(args);
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    Check.equal(type.getName(), "", "no name");
    Check.that(type.toString().contains("contiguous of INT"), "described in messages");
    type.setName("two");
    Check.equal(type.getName(), "two", "name");
    Check.equal(type.dup().getName(), "", "a duplicate has none");
    Check.equal(MPI.INT.getName(), "MPI_INT", "name of a predefined type");
    Check.equal(MPI.DOUBLE_COMPLEX.getName(), "MPI_DOUBLE_COMPLEX", "of a complex one");
    Check.equal(MPI.DATATYPE_NULL.getName(), "MPI_DATATYPE_NULL", "of no type");
    int key = Datatype.createKeyval();
    type.setAttr(key, "kept");
    Datatype copy = type.dup();
    Check.equal(copy.getAttr(key), "kept", "copied");
    type.deleteAttr(key);
    Check.that(type.getAttr(key) == null, "deleted");
    Datatype.freeKeyval(key);
    MPIException freed = Check.throwsError(() -> type.getAttr(key), "a key that was freed");
    Check.equal(freed.getErrorClass(), MPI.ERR_KEYVAL, "class");
    Check.equal(copy.clone().getExtent(), 2, "clone");
    type.free();
    Check.that(type.isNull(), "null after free");
    Check.that(MPI.DATATYPE_NULL.isNull(), "no type");
    Check.that(!MPI.INT.isNull(), "a type");
    MPI.Finalize();
  }
}
