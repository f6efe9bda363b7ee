package org.ronsel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What was sent by one signature can be received by another if their basic values are the same. */
class SignatureAgreementTest {
  private static final ElementType[] TYPES = {
    ElementType.INT, ElementType.DOUBLE, ElementType.CHAR, ElementType.BYTE
  };

  @Property(tries = 300)
  void agreementIsThatOfTheValuesOneByOne(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int elements) {
    Random random = new Random(seed);
    Signature sent = random(random, 2);
    Signature received = random.nextBoolean() ? sent.repeated(2) : random(random, 2);
    long length = sent.bytes() * elements;
    List<ElementType> one = values(sent, length);
    List<ElementType> other = values(received, length);
    assertThat(Signature.agree(sent, received, length)).isEqualTo(one.equals(other));
  }

  @Property(tries = 300)
  void aSignatureIsReadAsItWasWritten(@ForAll long seed) {
    Signature signature = random(new Random(seed), 3);
    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    assertThat(signature.write(bytes)).isTrue();
    assertThat(Signature.read(bytes.flip())).isEqualTo(signature);
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @Property(tries = 500)
  void bytesThatAreNoSignatureAreRefused(@ForAll byte[] bytes) {
    readOrRefuse(bytes);
  }

  @Property(tries = 1000)
  void aDamagedSignatureIsReadOrRefused(@ForAll long seed, @ForAll int where, @ForAll byte value) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    assertThat(random(new Random(seed), 3).write(buffer)).isTrue();
    byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
    bytes[Math.floorMod(where, bytes.length)] = value;
    readOrRefuse(bytes);
  }

  /** What is read is a signature: it can be written and read again. */
  private static void readOrRefuse(byte[] bytes) {
    Signature read;
    try {
      read = Signature.read(ByteBuffer.wrap(bytes));
    } catch (IllegalArgumentException | BufferUnderflowException refused) {
      return;
    }
    assertThat(read.bytes()).isNotNegative();
    ByteBuffer again = ByteBuffer.allocate(1 << 16);
    assertThat(read.write(again)).isTrue();
    assertThat(Signature.read(again.flip())).isEqualTo(read);
  }

  @Test
  void oneThatDoesNotFitIsNotWritten() {
    Signature signature = Signature.joined(List.of(Signature.of(ElementType.INT)));
    assertThat(signature.write(ByteBuffer.allocate(3))).isFalse();
    assertThatThrownBy(
            () -> Signature.read(ByteBuffer.wrap(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 5})))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Signature random(Random random, int depth) {
    List<Signature> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      Signature part =
          depth == 0 || random.nextBoolean()
              ? Signature.of(TYPES[random.nextInt(TYPES.length)])
              : random(random, depth - 1);
      parts.add(part.repeated(1 + random.nextInt(3)));
    }
    return Signature.joined(parts);
  }

  /** The types of the values that begin in the first {@code length} bytes. */
  private static List<ElementType> values(Signature signature, long length) {
    List<ElementType> values = new ArrayList<>();
    signature.visit(
        0,
        Math.ceilDiv(length, signature.bytes()),
        (type, at, n) -> {
          for (long i = 0; i < n; i++) {
            if (at + (i + 1) * type.bytes() <= length) {
              values.add(type);
            }
          }
        });
    return values;
  }
}
