package org.ronsel.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything about an element of a datatype but its name: which values, where, and how much room it
 * takes (MPI-4.1, section 5.1). Type maps are made from type maps; each operation throws {@link
 * ArithmeticException} when a size or a place does not fit 64 bits. Immutable.
 */
public final class TypeMap {
  /** No data, no room. */
  public static final TypeMap EMPTY =
      new TypeMap(Plan.EMPTY, Signature.EMPTY, new Room(0, 0, false), 1);

  /**
   * From where to where an element reaches. Given bounds hide those that follow from the data, also
   * when the element becomes a part of another one.
   */
  private record Room(long lower, long upper, boolean given) {
    Room moved(long distance) {
      return new Room(Math.addExact(lower, distance), Math.addExact(upper, distance), given);
    }

    Room repeated(long n, long distance) {
      long reach = Math.multiplyExact(n - 1, distance);
      return new Room(
          Math.addExact(lower, Math.min(0, reach)),
          Math.addExact(upper, Math.max(0, reach)),
          given);
    }

    Room and(Room other) {
      if (given != other.given) {
        return given ? this : other;
      }
      return new Room(Math.min(lower, other.lower), Math.max(upper, other.upper), given);
    }
  }

  private final Plan plan;
  private final Signature signature;
  private final Room room;
  private final int alignment;

  private TypeMap(Plan plan, Signature signature, Room room, int alignment) {
    this.plan = plan;
    this.signature = signature;
    this.room = room;
    this.alignment = alignment;
    Math.subtractExact(room.upper, room.lower);
  }

  /** The type map of one value. */
  public static TypeMap of(ElementType type) {
    return new TypeMap(
        new PlanBuilder().add(0, type.bytes()).build(),
        Signature.of(type),
        new Room(0, type.bytes(), false),
        type.bytes());
  }

  /** The places of the data. */
  public Plan plan() {
    return plan;
  }

  /** Which values the data are. */
  public Signature signature() {
    return signature;
  }

  /** Bytes of data. */
  public long bytes() {
    return plan.bytes();
  }

  /** Offset of the beginning of the element from its place, in bytes. */
  public long lowerBound() {
    return room.lower;
  }

  /** From the beginning to the end, and from one element to the next. */
  public long extent() {
    return room.upper - room.lower;
  }

  /** The largest alignment of a basic value, in bytes. */
  public int alignment() {
    return alignment;
  }

  private boolean isEmpty() {
    return bytes() == 0 && !room.given;
  }

  /** {@code n} elements that lie {@code distance} bytes apart. */
  public TypeMap repeated(long n, long distance) {
    if (n == 1) {
      return this;
    }
    if (n == 0 || isEmpty()) {
      return EMPTY;
    }
    Math.multiplyExact(bytes(), n);
    checkPlaces(Math.multiplyExact(n - 1, distance));
    return new TypeMap(
        plan.repeated(n, distance), signature.repeated(n), room.repeated(n, distance), alignment);
  }

  /** {@code n} elements one after the other. */
  public TypeMap repeated(long n) {
    return repeated(n, extent());
  }

  /** Returns this element {@code distance} bytes further. */
  public TypeMap moved(long distance) {
    if (distance == 0 || isEmpty()) {
      return this;
    }
    checkPlaces(distance);
    return new TypeMap(plan.moved(distance), signature, room.moved(distance), alignment);
  }

  private void checkPlaces(long distance) {
    Math.addExact(plan.low(), distance);
    Math.addExact(plan.high(), distance);
  }

  /** Returns the same data with another lower bound and extent. */
  public TypeMap resized(long lowerBound, long extent) {
    return new TypeMap(
        plan, signature, new Room(lowerBound, Math.addExact(lowerBound, extent), true), alignment);
  }

  /** Rounds the extent up to the alignment, unless it was given: as C lays out a struct. */
  public TypeMap padded() {
    long over = Math.floorMod(extent(), alignment);
    if (room.given || over == 0) {
      return this;
    }
    return new TypeMap(
        plan,
        signature,
        new Room(room.lower, Math.addExact(room.upper, alignment - over), false),
        alignment);
  }

  /** Puts type maps together to one, in packed order. For one thread. */
  public static final class Builder {
    private final PlanBuilder plan = new PlanBuilder();
    private final List<Signature> signatures = new ArrayList<>();
    private Room room = EMPTY.room;
    private boolean some;
    private int alignment = 1;
    private long bytes;

    /** Makes a builder without values. */
    public Builder() {}

    /** Adds an element that lies at {@code at}. */
    public Builder add(long at, TypeMap piece) {
      if (piece.isEmpty()) {
        return this;
      }
      piece.checkPlaces(at);
      bytes = Math.addExact(bytes, piece.bytes());
      Room moved = piece.room.moved(at);
      room = some ? room.and(moved) : moved;
      some = true;
      alignment = Math.max(alignment, piece.alignment);
      plan.add(at, piece.plan);
      addSignature(piece.signature);
      return this;
    }

    private void addSignature(Signature signature) {
      signatures.add(signature);
      if (signatures.size() == MANY) {
        Signature joined = Signature.joined(signatures);
        signatures.clear();
        signatures.add(joined);
      }
    }

    private static final int MANY = 1024;

    /** All of it. */
    public TypeMap build() {
      return new TypeMap(plan.build(), Signature.joined(signatures), room, alignment);
    }
  }
}
