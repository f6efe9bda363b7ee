package org.ronsel.runtime.classes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * A quick look at the constant pool of a class file. Nearly no class names the methods looked for,
 * and the first use of the ClassFile API costs a JVM tens of milliseconds.
 */
final class ConstantPoolScan {
  private ConstantPoolScan() {}

  /**
   * Whether the class file refers to any of these methods. A class file that cannot be understood
   * refers to none: the JVM will reject it with a better message.
   *
   * @param methods as {@code owner.name(descriptor)}, with internal names
   */
  static boolean namesAny(byte[] classFile, Set<String> methods) {
    try {
      return scan(ByteBuffer.wrap(classFile), methods);
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static boolean scan(ByteBuffer in, Set<String> methods) {
    in.position(8);
    int count = Short.toUnsignedInt(in.getShort());
    int[] at = new int[count];
    int methodRefs = 0;
    int[] methodRef = new int[count];
    for (int i = 1; i < count; i++) {
      int tag = in.get();
      at[i] = in.position();
      switch (tag) {
        case 1 -> in.position(in.position() + 2 + Short.toUnsignedInt(in.getShort(at[i])));
        case 3, 4, 9, 12, 17, 18 -> in.position(at[i] + 4);
        case 10, 11 -> {
          methodRef[methodRefs++] = at[i];
          in.position(at[i] + 4);
        }
        case 5, 6 -> {
          in.position(at[i] + 8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.position(at[i] + 2);
        case 15 -> in.position(at[i] + 3);
        default -> throw new IllegalArgumentException("constant of kind " + tag);
      }
    }
    for (int ref : Arrays.copyOf(methodRef, methodRefs)) {
      int owner = at[index(in, at[index(in, ref)])];
      // Every method looked for belongs to java.lang: most references end here.
      if (!startsWith(in, owner, "java/lang/")) {
        continue;
      }
      int nameAndType = at[index(in, ref + 2)];
      if (methods.contains(
          text(in, owner)
              + "."
              + text(in, at[index(in, nameAndType)])
              + text(in, at[index(in, nameAndType + 2)]))) {
        return true;
      }
    }
    return false;
  }

  private static int index(ByteBuffer in, int position) {
    return Short.toUnsignedInt(in.getShort(position));
  }

  private static boolean startsWith(ByteBuffer in, int utf8, String prefix) {
    if (index(in, utf8) < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (in.get(utf8 + 2 + i) != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static String text(ByteBuffer in, int utf8) {
    byte[] bytes = new byte[index(in, utf8)];
    in.get(utf8 + 2, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
