package org.ronsel.window;

import java.lang.reflect.Array;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;

/** One value of a basic type in a buffer of the program. */
record Value(ElementType type, Object base, long byteOffset) {

  /** The value as bits; see {@link ElementType#load}. */
  long load() {
    Object one = Array.newInstance(type.carrier(), 1);
    MemoryCopy.copy(base, byteOffset, one, 0, type.bytes());
    long bits = type.load(one);
    return type == ElementType.CHAR ? (short) bits : bits; // sign-extended, as a word
  }

  void store(long bits) {
    Object one = Array.newInstance(type.carrier(), 1);
    type.store(one, bits);
    MemoryCopy.copy(one, 0, base, byteOffset, type.bytes());
  }
}
