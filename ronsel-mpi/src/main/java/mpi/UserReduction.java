package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A program's operator in the spelling of Open MPI, on what reductions work with. */
final class UserReduction implements Combination {
  private final UserFunction function;

  UserReduction(UserFunction function) {
    this.function = function;
  }

  @Override
  public void combine(
      Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
    if (type.objects != null) {
      function.call(in, inout, count, type);
      return;
    }
    int length = count * type.Extent();
    if (inout instanceof boolean[] result) {
      boolean[] left = java.util.Arrays.copyOfRange((boolean[]) in, inOffset, inOffset + length);
      boolean[] right = java.util.Arrays.copyOfRange(result, inoutOffset, inoutOffset + length);
      function.call(left, right, count, type);
      System.arraycopy(right, 0, result, inoutOffset, length);
      return;
    }
    int bytes = length * type.base.bytes();
    ByteBuffer left = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    ByteBuffer right = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    MemorySegment result =
        Operands.segment(inout).asSlice((long) inoutOffset * Operands.unit(inout), bytes);
    MemorySegment.ofBuffer(left)
        .copyFrom(Operands.segment(in).asSlice((long) inOffset * Operands.unit(in), bytes));
    MemorySegment.ofBuffer(right).copyFrom(result);
    function.call(left, right, count, type);
    result.copyFrom(MemorySegment.ofArray(right.array()));
  }
}
