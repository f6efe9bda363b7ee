package mpi;

import java.nio.Buffer;
import org.ronsel.RonselException;

/**
 * The communication calls of a window (MPI-4.1, section 12.3), on buffers and datatypes of a
 * program, of which they find the memory and the elements.
 */
final class WindowTransfers {
  private final Win win;

  WindowTransfers(Win win) {
    this.win = win;
  }

  void put(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType) {
    try {
      win.core()
          .untyped()
          .put(
              Memory.base(origin, orgType),
              Datatype.usable(orgType).core(),
              Memory.start(origin, 0, orgType),
              orgCount,
              targetRank,
              targetDisp,
              Datatype.usable(targetType).core(),
              targetCount);
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void get(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType) {
    try {
      win.core()
          .untyped()
          .get(
              Memory.base(origin, orgType),
              Datatype.usable(orgType).core(),
              Memory.start(origin, 0, orgType),
              orgCount,
              targetRank,
              targetDisp,
              Datatype.usable(targetType).core(),
              targetCount);
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void accumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    try {
      win.core()
          .untyped()
          .accumulate(
              Memory.base(origin, orgType),
              Datatype.usable(orgType).core(),
              Memory.start(origin, 0, orgType),
              orgCount,
              targetRank,
              targetDisp,
              Datatype.usable(targetType).core(),
              targetCount,
              Op.of(op).onTarget(targetType));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void getAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      Buffer resultAddr,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    boolean reads = op == MPI.NO_OP; // then the arguments of the origin mean nothing
    try {
      win.core()
          .untyped()
          .getAccumulate(
              reads ? null : Memory.base(origin, orgType),
              reads ? null : Datatype.usable(orgType).core(),
              reads ? 0 : Memory.start(origin, 0, orgType),
              reads ? 0 : orgCount,
              Memory.base(resultAddr, resultType),
              Datatype.usable(resultType).core(),
              Memory.start(resultAddr, 0, resultType),
              resultCount,
              targetRank,
              targetDisp,
              Datatype.usable(targetType).core(),
              targetCount,
              Op.of(op).onTarget(targetType));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void fetchAndOp(
      Buffer origin, Buffer resultAddr, Datatype dataType, int targetRank, int targetDisp, Op op) {
    try {
      win.core()
          .untyped()
          .fetchAndOp(
              Memory.base(origin, dataType),
              Memory.start(origin, 0, dataType),
              Memory.base(resultAddr, dataType),
              Memory.start(resultAddr, 0, dataType),
              Datatype.usable(dataType).core(),
              targetRank,
              targetDisp,
              Op.of(op).onTarget(dataType));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void compareAndSwap(
      Buffer origin,
      Buffer compareAddr,
      Buffer resultAddr,
      Datatype targetType,
      int targetRank,
      int targetDisp) {
    try {
      win.core()
          .untyped()
          .compareAndSwap(
              Memory.base(origin, targetType),
              Memory.start(origin, 0, targetType),
              Memory.base(compareAddr, targetType),
              Memory.start(compareAddr, 0, targetType),
              Memory.base(resultAddr, targetType),
              Memory.start(resultAddr, 0, targetType),
              Datatype.usable(targetType).core(),
              targetRank,
              targetDisp);
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  // ---- operations with a request ----

  Request rPut(
      Buffer origin_addr,
      int origin_count,
      Datatype origin_datatype,
      int target_rank,
      int target_disp,
      int target_count,
      Datatype target_datatype) {
    try {
      return request(
          win.core()
              .untyped()
              .rPut(
                  Memory.base(origin_addr, origin_datatype),
                  Datatype.usable(origin_datatype).core(),
                  Memory.start(origin_addr, 0, origin_datatype),
                  origin_count,
                  target_rank,
                  target_disp,
                  Datatype.usable(target_datatype).core(),
                  target_count));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  Request rGet(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType) {
    try {
      return request(
          win.core()
              .untyped()
              .rGet(
                  Memory.base(origin, orgType),
                  Datatype.usable(orgType).core(),
                  Memory.start(origin, 0, orgType),
                  orgCount,
                  targetRank,
                  targetDisp,
                  Datatype.usable(targetType).core(),
                  targetCount));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  Request rAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    try {
      return request(
          win.core()
              .untyped()
              .rAccumulate(
                  Memory.base(origin, orgType),
                  Datatype.usable(orgType).core(),
                  Memory.start(origin, 0, orgType),
                  orgCount,
                  targetRank,
                  targetDisp,
                  Datatype.usable(targetType).core(),
                  targetCount,
                  Op.of(op).onTarget(targetType)));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  Request rGetAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      Buffer resultAddr,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    boolean reads = op == MPI.NO_OP; // then the arguments of the origin mean nothing
    try {
      return request(
          win.core()
              .untyped()
              .rGetAccumulate(
                  reads ? null : Memory.base(origin, orgType),
                  reads ? null : Datatype.usable(orgType).core(),
                  reads ? 0 : Memory.start(origin, 0, orgType),
                  reads ? 0 : orgCount,
                  Memory.base(resultAddr, resultType),
                  Datatype.usable(resultType).core(),
                  Memory.start(resultAddr, 0, resultType),
                  resultCount,
                  targetRank,
                  targetDisp,
                  Datatype.usable(targetType).core(),
                  targetCount,
                  Op.of(op).onTarget(targetType)));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  private Request request(org.ronsel.Request started) {
    return new Request(win, started, null);
  }
}
