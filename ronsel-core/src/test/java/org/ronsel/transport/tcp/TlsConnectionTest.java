package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An encrypted connection is to its users as a socket is, whatever the channel below it does. */
class TlsConnectionTest {
  /** Bytes of a record of TLS besides its contents. */
  private static final int OVERHEAD = 38;

  /** Length that such a record says, if it holds that there are new keys. */
  private static final int NEW_KEY_BYTES = 38;

  private static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Cuts what is left into two buffers, of which each may be empty; heap memory and native. */
  private static ByteBuffer[] cut(ByteBuffer all, Random random) {
    int count = random.nextInt(all.remaining() + 1);
    ByteBuffer heap = all.slice(all.position(), count);
    ByteBuffer rest = all.slice(all.position() + count, all.remaining() - count);
    ByteBuffer direct = ByteBuffer.allocateDirect(rest.remaining() + 3).position(3);
    direct.put(rest).position(3);
    return new ByteBuffer[] {heap, direct};
  }

  /** Writes what a socket would take, and moves on by what was taken. */
  private static void write(TlsConnection to, ByteBuffer all, Random random) throws IOException {
    ByteBuffer next = all.duplicate();
    next.limit(next.position() + random.nextInt(1 + Math.min(next.remaining(), 90_000)));
    long count;
    if (random.nextBoolean()) {
      ByteBuffer[] pair = cut(next, random);
      count = to.write(pair);
      assertThat(count).isEqualTo(pair[0].position() + pair[1].position() - 3);
    } else {
      int before = next.position();
      count = to.write(next);
      assertThat(count).isEqualTo(next.position() - before);
    }
    all.position(all.position() + (int) count);
  }

  private static void read(TlsConnection from, ByteArrayOutputStream into, Random random)
      throws IOException {
    ByteBuffer one = ByteBuffer.allocate(random.nextInt(random.nextBoolean() ? 70 : 50_000));
    ByteBuffer other =
        ByteBuffer.allocateDirect(random.nextInt(random.nextBoolean() ? 70 : 50_000));
    long count = random.nextBoolean() ? from.read(new ByteBuffer[] {one, other}) : from.read(one);
    assertThat(count).isEqualTo(one.position() + other.position());
    into.write(one.array(), 0, one.position());
    byte[] second = new byte[other.position()];
    other.get(0, second);
    into.writeBytes(second);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void allArrivesInOrderHoweverFewBytesTheChannelTakesAndGives(int seed) throws IOException {
    Random random = new Random(seed);
    TlsPair pair = new TlsPair(random);
    int most = seed % 4 == 0 ? 0 : random.nextInt(random.nextBoolean() ? 7 : 40_000) + 1;
    pair.connectingEnd.mostRead = most;
    pair.acceptingEnd.mostRead = most;
    while (!pair.meet()) {
      // Byte by byte.
    }
    pair.connectingEnd.mostWritten = most;
    pair.acceptingEnd.mostWritten = most;
    int length = most > 0 && most < 8 ? 6_000 : 200_000;
    byte[] forth = bytes(random, random.nextInt(length));
    byte[] back = bytes(random, random.nextInt(length));
    ByteBuffer forthLeft = ByteBuffer.wrap(forth);
    ByteBuffer backLeft = ByteBuffer.wrap(back);
    ByteArrayOutputStream atFirst = new ByteArrayOutputStream();
    ByteArrayOutputStream atSecond = new ByteArrayOutputStream();
    while (forthLeft.hasRemaining()
        || backLeft.hasRemaining()
        || atFirst.size() < back.length
        || atSecond.size() < forth.length) {
      switch (random.nextInt(4)) {
        case 0 -> write(pair.first(), forthLeft, random);
        case 1 -> write(pair.second(), backLeft, random);
        case 2 -> read(pair.first(), atFirst, random);
        default -> read(pair.second(), atSecond, random);
      }
    }
    assertThat(atSecond.toByteArray()).isEqualTo(forth);
    assertThat(atFirst.toByteArray()).isEqualTo(back);
    assertThat(pair.there.held()).isZero();
    assertThat(pair.back.held()).isZero();
  }

  @Test
  void whatTheSystemHasNotTakenIsNotWritten() throws IOException {
    TlsPair pair = TlsPair.met(new Random(1));
    byte[] sent = bytes(new Random(2), 1000);
    ByteBuffer all = ByteBuffer.wrap(sent);
    pair.there.room = 500;
    assertThat(pair.first().write(all)).isEqualTo(999);
    assertThat(pair.first().write(all)).isZero();
    pair.there.room = 522;
    assertThat(pair.first().write(all)).as("all but for the tag's end").isZero();
    ByteBuffer got = ByteBuffer.allocate(2000);
    assertThat(pair.second().read(got)).isZero();
    pair.there.room = 1;
    assertThat(pair.first().write(all)).isZero();
    pair.there.room = Integer.MAX_VALUE;
    assertThat(pair.first().write(all)).as("the last byte").isEqualTo(1);
    assertThat(pair.second().read(got)).isEqualTo(1000);
    assertThat(Arrays.copyOf(got.array(), 1000)).isEqualTo(sent);
  }

  @Test
  void whatHasBeenReadAheadIsKnown() throws IOException {
    TlsPair pair = TlsPair.met(new Random(1));
    TlsConnection reader = pair.second();
    assertThat(reader.read(ByteBuffer.allocate(1))).isZero();
    assertThat(reader.holdsMore()).isFalse();
    pair.first().write(ByteBuffer.allocate(100));
    pair.first().write(ByteBuffer.allocate(50));
    assertThat(reader.read(ByteBuffer.allocate(10))).isEqualTo(10);
    assertThat(pair.there.held()).as("the channel has nothing more").isZero();
    assertThat(reader.holdsMore()).as("90 bytes of a record").isTrue();
    assertThat(reader.read(ByteBuffer.allocate(90))).isEqualTo(90);
    assertThat(reader.holdsMore()).as("a record that is still encrypted").isTrue();
    assertThat(reader.read(ByteBuffer.allocate(60))).isEqualTo(50);
    assertThat(reader.holdsMore()).isFalse();
    pair.there.put(new byte[] {23, 3, 3});
    assertThat(reader.read(ByteBuffer.allocate(60))).isZero();
    assertThat(reader.holdsMore()).as("the channel will tell of the rest").isFalse();
  }

  /** Records that hold what a change of keys does, and no data of ours. */
  private static int newKeys(byte[] records) {
    ByteBuffer all = ByteBuffer.wrap(records);
    int count = 0;
    while (all.hasRemaining()) {
      int length = all.getShort(all.position() + 3);
      count += length == NEW_KEY_BYTES ? 1 : 0;
      all.position(all.position() + 5 + length);
    }
    return count;
  }

  @Test
  void keysChangeWhileDataTravel() throws IOException {
    TlsPair pair = TlsPair.met(new Random(1));
    byte[] sent = bytes(new Random(2), 2 << 20);
    for (int round = 0; round < 2; round++) {
      ByteBuffer forth = ByteBuffer.wrap(sent);
      ByteBuffer back = ByteBuffer.wrap(sent);
      ByteBuffer atFirst = ByteBuffer.allocate(sent.length);
      ByteBuffer atSecond = ByteBuffer.allocate(sent.length);
      int newThere = 0;
      int newBack = 0;
      while (atFirst.hasRemaining() || atSecond.hasRemaining()) {
        pair.first().write(forth.limit(Math.min(sent.length, forth.position() + 50_000)));
        newThere += newKeys(pair.there.contents());
        while (pair.second().read(atSecond) > 0) {
          // All there is.
        }
        pair.second().write(back.limit(Math.min(sent.length, back.position() + 30_000)));
        newBack += newKeys(pair.back.contents());
        while (pair.first().read(atFirst) > 0) {
          // All there is.
        }
      }
      assertThat(newThere).isGreaterThan(3);
      assertThat(newBack).isGreaterThan(3);
      assertThat(atFirst.array()).isEqualTo(sent);
      assertThat(atSecond.array()).isEqualTo(sent);
    }
  }

  @Test
  void whoClosesSaysSo() throws IOException {
    TlsPair pair = TlsPair.met(new Random(1));
    pair.first().write(ByteBuffer.allocate(100));
    pair.first().close();
    assertThat(pair.connectingEnd.isOpen()).isFalse();
    assertThat(pair.there.held()).as("data, and the end").isGreaterThan(100 + 2 * OVERHEAD);
    ByteBuffer got = ByteBuffer.allocate(1000);
    assertThat(pair.second().read(got)).isEqualTo(100);
    assertThat(pair.second().holdsMore()).isTrue();
    assertThat(pair.second().read(got)).isEqualTo(-1);
    assertThat(pair.second().read(got)).isEqualTo(-1);
    assertThatThrownBy(() -> pair.first().write(ByteBuffer.allocate(1)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void anEndThatIsCutIsAnEnd() throws IOException {
    TlsPair pair = TlsPair.met(new Random(1));
    pair.first().write(ByteBuffer.allocate(100));
    pair.connectingEnd.close();
    ByteBuffer got = ByteBuffer.allocate(1000);
    assertThat(pair.second().read(got)).isEqualTo(100);
    assertThat(pair.second().read(got)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aChangedBitIsFound(int seed) throws IOException {
    Random random = new Random(seed);
    TlsPair pair = TlsPair.met(random);
    int length = 1 + random.nextInt(40_000);
    pair.first().write(ByteBuffer.allocate(length));
    // Not in the head of a record, which may become longer by that, so that its rest never comes.
    int fromEnd = random.nextInt(OVERHEAD - 5 + Math.min(length % (16 << 10), 1000));
    pair.there.flip(pair.there.held() - 1 - fromEnd, random.nextInt(8));
    assertThatThrownBy(
            () -> {
              while (pair.second().read(ByteBuffer.allocate(100_000)) > 0) {
                // What comes before it is good.
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("what comes of it was changed on its way, or is not its own: ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void noiseIsNoData(int seed) throws IOException {
    Random random = new Random(seed);
    TlsPair pair = TlsPair.met(random);
    byte[] noise = bytes(random, 40_000);
    if (seed % 2 == 0) {
      System.arraycopy(new byte[] {23, 3, 3, 1, 0}, 0, noise, 0, 5);
    }
    pair.there.put(noise);
    assertThatThrownBy(() -> pair.second().read(ByteBuffer.allocate(100_000)))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void noiseIsNoHandshake(int seed) throws IOException {
    Random random = new Random(seed);
    TlsPair pair = new TlsPair(random);
    if (seed % 2 == 0) {
      assertThat(pair.connecting.proceed()).isNull();
      for (int i = 0; i < 1 + seed; i++) {
        pair.there.flip(random.nextInt(pair.there.held()), random.nextInt(8));
      }
    } else {
      pair.there.put(bytes(random, 20_000));
    }
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10; i++) {
                assertThat(pair.accepting.proceed()).isNull();
                assertThat(pair.connecting.proceed()).isNull();
              }
              // A bit may make a record longer, of which the rest never comes.
              throw new IOException("it waits");
            })
        .isInstanceOf(IOException.class);
  }
}
