package org.ronsel.bench.kernel;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.bench.method.Settings;

/**
 * Messages of one size on one rank, in consecutive slots of the memory that the settings name. Each
 * carries a number, in its first and last eight bytes. A job uses one subclass only, so that the
 * compiler can inline its methods.
 */
abstract class Payload {
  /** Bytes of a message. */
  final int size;

  Payload(int size) {
    this.size = size;
  }

  /** Creates memory for {@code slots} messages. */
  static Payload of(Settings settings, int size, int slots) {
    return switch (settings.memory()) {
      case OBJECT -> new ObjectPayload(size, slots);
      case ARRAY ->
          settings.layout().isDense()
              ? new ArrayPayload(size, slots)
              : SegmentPayload.onArray(size, slots, settings.layout());
      case SEGMENT, ALLOCATED ->
          SegmentPayload.offHeap(size, slots, settings.layout(), settings.memory());
    };
  }

  /** Gives a message its number. */
  abstract void stamp(int slot, long number);

  /** The sum of the copies of the number that a message carries. */
  abstract long readStamp(int slot);

  /** Fills all of a message with a pattern that differs for each seed. */
  abstract void fill(int slot, int seed);

  /** Compares all of a message with the pattern. */
  abstract void check(int slot, int seed);

  abstract void send(Comm comm, int slot, int dest, int tag);

  abstract void receive(Comm comm, int slot, int source, int tag);

  abstract Request iSend(Comm comm, int slot, int dest, int tag);

  abstract Request iReceive(Comm comm, int slot, int source, int tag);

  abstract PersistentRequest persistentSend(Comm comm, int slot, int dest, int tag);

  abstract PersistentRequest persistentReceive(Comm comm, int slot, int source, int tag);

  /** Sends a slot of this one and receives into a slot of another at once. */
  abstract void sendReceive(
      Comm comm, int slot, int dest, Payload into, int intoSlot, int source, int tag);

  /** The buffer argument of collective operations. */
  abstract @Nullable Object buffer();

  /** The datatype argument of collective operations. */
  abstract Datatype<?> type();

  /** The number of elements of that type in a message. */
  abstract int count();
}
