package org.ronsel.bench.kernel;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ObjectRequest;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.VerificationException;

/** Messages that are objects: a number, and an array of bytes. */
final class ObjectPayload extends Payload {
  private final Parcel[] parcels;

  /**
   * The object that is sent.
   *
   * @param number of the message
   * @param data of its size
   */
  @SuppressWarnings("ArrayRecordComponent") // copied by serialisation
  record Parcel(long number, byte[] data) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  ObjectPayload(int size, int slots) {
    super(size);
    parcels = new Parcel[slots];
    for (int slot = 0; slot < slots; slot++) {
      parcels[slot] = new Parcel(0, new byte[size]);
    }
  }

  /** The content of a slot. */
  Parcel get(int slot) {
    return parcels[slot];
  }

  /** Puts a received object into a slot. */
  void set(int slot, @Nullable Parcel parcel) {
    parcels[slot] = Objects.requireNonNull(parcel, "an object that was sent");
  }

  @Override
  void stamp(int slot, long number) {
    parcels[slot] = new Parcel(number, parcels[slot].data);
  }

  /** Reads the number as many times as a message of bytes contains it. */
  @Override
  long readStamp(int slot) {
    if (parcels[slot].data.length != size) {
      throw new VerificationException(
          "an object has " + parcels[slot].data.length + " bytes, expected " + size);
    }
    return Message.expectedStamp(size, parcels[slot].number);
  }

  @Override
  void fill(int slot, int seed) {
    Message.fill(parcels[slot].data, size, seed);
  }

  @Override
  void check(int slot, int seed) {
    Message.check(parcels[slot].data, size, seed);
  }

  @Override
  void send(Comm comm, int slot, int dest, int tag) {
    comm.sendObject(parcels[slot], dest, tag);
  }

  @Override
  void receive(Comm comm, int slot, int source, int tag) {
    set(slot, comm.receiveObject(source, tag));
  }

  @Override
  Request iSend(Comm comm, int slot, int dest, int tag) {
    return comm.iSendObject(parcels[slot], dest, tag);
  }

  @Override
  void sendReceive(Comm comm, int slot, int dest, Payload into, int intoSlot, int source, int tag) {
    ObjectRequest<Parcel> arriving = comm.iReceiveObject(source, tag);
    comm.sendObject(parcels[slot], dest, tag);
    arriving.await();
    ((ObjectPayload) into).set(intoSlot, arriving.object());
  }

  @Override
  Request iReceive(Comm comm, int slot, int source, int tag) {
    throw bytesOnly();
  }

  @Override
  PersistentRequest persistentSend(Comm comm, int slot, int dest, int tag) {
    throw bytesOnly();
  }

  @Override
  PersistentRequest persistentReceive(Comm comm, int slot, int source, int tag) {
    throw bytesOnly();
  }

  @Override
  @Nullable Object buffer() {
    throw bytesOnly();
  }

  @Override
  Datatype<?> type() {
    throw bytesOnly();
  }

  @Override
  int count() {
    return 1;
  }

  private static UnsupportedOperationException bytesOnly() {
    return new UnsupportedOperationException("this loop does not send objects");
  }
}
