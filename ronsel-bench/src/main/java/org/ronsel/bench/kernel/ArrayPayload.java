package org.ronsel.bench.kernel;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.bench.method.Message;

/** Messages in a Java array. */
final class ArrayPayload extends Payload {
  private final byte[] array;

  ArrayPayload(int size, int slots) {
    super(size);
    array = new byte[Math.multiplyExact(size, slots)];
  }

  @Override
  void stamp(int slot, long number) {
    Message.stamp(array, slot * size, size, number);
  }

  @Override
  long readStamp(int slot) {
    return Message.readStamp(array, slot * size, size);
  }

  @Override
  void fill(int slot, int seed) {
    byte[] whole = new byte[size];
    Message.fill(whole, size, seed);
    System.arraycopy(whole, 0, array, slot * size, size);
  }

  @Override
  void check(int slot, int seed) {
    Message.check(Arrays.copyOfRange(array, slot * size, (slot + 1) * size), size, seed);
  }

  @Override
  void send(Comm comm, int slot, int dest, int tag) {
    comm.send(array, slot * size, size, dest, tag);
  }

  @Override
  void receive(Comm comm, int slot, int source, int tag) {
    comm.receive(array, slot * size, size, source, tag);
  }

  @Override
  Request iSend(Comm comm, int slot, int dest, int tag) {
    return comm.iSend(array, slot * size, size, dest, tag);
  }

  @Override
  Request iReceive(Comm comm, int slot, int source, int tag) {
    return comm.iReceive(array, slot * size, size, source, tag);
  }

  @Override
  PersistentRequest persistentSend(Comm comm, int slot, int dest, int tag) {
    return comm.persistentSend(array, slot * size, size, dest, tag);
  }

  @Override
  PersistentRequest persistentReceive(Comm comm, int slot, int source, int tag) {
    return comm.persistentReceive(array, slot * size, size, source, tag);
  }

  @Override
  void sendReceive(Comm comm, int slot, int dest, Payload into, int intoSlot, int source, int tag) {
    byte[] other = ((ArrayPayload) into).array;
    comm.sendReceive(
        array, slot * size, size, dest, tag, other, intoSlot * size, size, source, tag);
  }

  @Override
  Object buffer() {
    return array;
  }

  @Override
  Datatype<?> type() {
    return Datatype.BYTE;
  }

  @Override
  int count() {
    return size;
  }
}
