package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ronsel.Datatype;
import org.ronsel.UntypedComm;
import org.ronsel.conformance.RandomCall.Kind;
import org.ronsel.conformance.RandomCall.Side;

/** The arguments with which a random call is made, in the order of the method's parameters. */
final class RandomArguments {
  private final RandomCall call;
  private final RandomPlace place;
  private final Kind kind;
  private final Primitives type;
  private final Side in;
  private final Side out;

  RandomArguments(RandomCall call) {
    this.call = call;
    place = call.place;
    kind = call.kind;
    type = call.type;
    in = call.in;
    out = call.out;
  }

  /** Those of the method for arrays of one type. */
  List<Object> typed(int rootArgument) {
    List<Object> all = new ArrayList<>();
    int[] inPlaces = call.packedTables && place.rank() % 2 == 0 ? null : in.places(1);
    int[] outPlaces = call.packedTables && place.rank() % 2 == 0 ? null : out.places(1);
    boolean givesTable = false;
    boolean takesTable = false;
    switch (kind) {
      case SCATTERV, ALL_TO_ALLV, NEIGHBOR_ALL_TO_ALLV -> givesTable = true;
      default -> {}
    }
    switch (kind) {
      case GATHERV, ALL_GATHERV, ALL_TO_ALLV, NEIGHBOR_ALL_GATHERV, NEIGHBOR_ALL_TO_ALLV ->
          takesTable = true;
      default -> {}
    }
    if (kind == Kind.BARRIER) {
      return all;
    }
    int offset = in.offset;
    if (in.blocks.size() == 1 && !givesTable) {
      offset += in.blocks.get(0).place();
    }
    all.add(in.array);
    all.add(offset);
    if (kind == Kind.BROADCAST) {
      all.add(count(in));
      all.add(rootArgument);
      return all;
    }
    boolean countsGiven =
        !kind.combines() && kind != Kind.SCATTER && kind != Kind.SCATTERV && !givesTable;
    if (givesTable) {
      all.add(in.counts());
      all.add(inPlaces);
    } else if (countsGiven) {
      all.add(count(in));
    }
    int outOffset = out.offset;
    if (out.blocks.size() == 1 && !takesTable && !kind.combines()) {
      outOffset += out.blocks.get(0).place();
    }
    all.add(out.array);
    all.add(outOffset);
    if (takesTable) {
      all.add(out.counts());
      all.add(outPlaces);
    }
    switch (kind) {
      case SCATTER, SCATTERV -> all.add(count(out));
      case REDUCE, ALL_REDUCE, SCAN, EXSCAN -> all.add(count(in));
      case REDUCE_SCATTER_BLOCK -> all.add(call.share(place.rank()) * call.unit());
      case REDUCE_SCATTER -> all.add(shareCounts(1));
      default -> {}
    }
    if (kind.combines()) {
      all.add(call.operator.op());
    }
    if (kind.hasRoot()) {
      all.add(rootArgument);
    }
    return all;
  }

  private int[] shareCounts(int width) {
    return IntStream.range(0, place.members().length)
        .map(rank -> call.share(rank) * call.unit() / width)
        .toArray();
  }

  private int count(Side side) {
    return side.blocks.isEmpty()
        ? call.scale * call.unit() / side.layout.width()
        : side.blocks.get(0).count();
  }

  /** Those of the untyped method. */
  List<Object> untyped(int rootArgument) {
    List<Object> all = new ArrayList<>();
    Object from = in.array;
    Object to = out.array;
    if (call.isInPlaceHere()) {
      if (kind == Kind.SCATTER || kind == Kind.SCATTERV) {
        to = UntypedComm.IN_PLACE;
      } else {
        from = UntypedComm.IN_PLACE;
      }
    }
    if (kind == Kind.BARRIER) {
      return all;
    }
    if (kind == Kind.BROADCAST) {
      Side side = call.gives ? in : out;
      all.addAll(
          List.of(from, side.layout.type(), (long) side.offset, (long) count(side), rootArgument));
      return all;
    }
    if (kind.combines()) {
      all.addAll(List.of(from, (long) in.offset, to, (long) out.offset, in.layout.type()));
      if (kind == Kind.REDUCE_SCATTER) {
        all.add(shareCounts(in.layout.width()));
      } else if (kind == Kind.REDUCE_SCATTER_BLOCK) {
        all.add((long) call.share(place.rank()) * call.unit() / in.layout.width());
      } else {
        all.add((long) count(in));
      }
      all.add(call.operator.op());
      if (kind.hasRoot()) {
        all.add(rootArgument);
      }
      return all;
    }
    boolean givesTable = in.blocks.size() != 1 || kind.name().contains("TO_ALL");
    boolean takesTable = out.blocks.size() != 1 || kind.name().contains("TO_ALL");
    switch (kind) {
      case SCATTERV -> {
        givesTable = true;
        takesTable = false;
      }
      case GATHERV, ALL_GATHERV, NEIGHBOR_ALL_GATHERV -> {
        givesTable = false;
        takesTable = true;
      }
      default -> {}
    }
    side(all, in, from, givesTable && kind.hasTable(), call.isInPlaceHere() && from == in.array);
    side(all, out, to, takesTable && kind.hasTable(), call.isInPlaceHere() && to == out.array);
    if (kind.hasRoot()) {
      all.add(rootArgument);
    }
    return all;
  }

  private void side(List<Object> all, Side side, Object buffer, boolean table, boolean holds) {
    boolean none = buffer == UntypedComm.IN_PLACE;
    if (kind.hasTypes()) {
      Datatype<?>[] types = new Datatype<?>[side.blocks.size()];
      Arrays.fill(types, side.layout.type());
      int[] places = side.places(side.layout.extent() * type.bytes());
      Arrays.setAll(places, i -> places[i] + side.offset * type.bytes());
      all.addAll(List.of(buffer, side.counts(), places, types));
      return;
    }
    all.add(buffer);
    all.add(side.layout.type());
    boolean alone = !table && side.blocks.size() == 1 && !none && !holds;
    all.add((long) (alone ? side.start(0) : side.offset));
    if (table) {
      all.add(side.counts());
      all.add(side.places(1));
    } else {
      all.add((long) count(side));
    }
  }
}
