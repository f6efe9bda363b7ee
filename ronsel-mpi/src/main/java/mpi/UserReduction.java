package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A program's operator in the spelling of Open MPI, on what reductions work with. */
final class UserReduction implements ArrayOperator {
  private final UserFunction function;

  /** The function on elements that buffers of bytes do not hold. */
  private final ArrayOperator onArrays;

  UserReduction(UserFunction function) {
    this.function = function;
    this.onArrays =
        new ZeroOffsetOperator(
            (in, inAt, inout, inoutAt, count, type) -> function.call(in, inout, count, type));
  }

  @Override
  public void combine(
      Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
    if (type.objects != null || inout instanceof boolean[]) {
      onArrays.combine(in, inOffset, inout, inoutOffset, count, type);
      return;
    }
    int bytes = count * type.Extent() * type.base.bytes();
    ByteBuffer left = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    ByteBuffer right = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    MemorySegment result = OperandArrays.part(inout, inoutOffset, bytes);
    MemorySegment.ofBuffer(left).copyFrom(OperandArrays.part(in, inOffset, bytes));
    MemorySegment.ofBuffer(right).copyFrom(result);
    function.call(left, right, count, type);
    result.copyFrom(MemorySegment.ofArray(right.array()).asSlice(0, result.byteSize()));
  }
}
