package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllToAll of short blocks: the ranks of a host give all their blocks to its leader, the leaders
 * send each other in one message what goes from host to host, and each rank gets all its blocks in
 * one.
 *
 * <p>{@code h (h - 1)} messages between {@code h} hosts in place of one for each two ranks; a
 * leader of {@code s} ranks stages {@code 4 s} times all blocks of a rank and copies each block
 * twice.
 */
public final class HierarchicalAllToAll implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_TO_ALL;
  }

  @Override
  public String summary() {
    return "leaders exchange all blocks from host to host in one message";
  }

  @Override
  public String name() {
    return Hierarchical.PREFIX + "linear+flat";
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    int host = Leaders.largest(placement);
    return Scratch.times(4L * placement.ranks() * host, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    Leaders hosts = new Leaders(placement, rank, 0);
    if (hosts.leads()) {
      new Leader(steps, hosts, ranks).exchange();
    } else {
      int leader = hosts.leader(hosts.own());
      steps.send(leader, Buffer.INPUT, 0, ranks);
      steps.receive(leader, Buffer.OUTPUT, 0, ranks);
    }
    return steps.build();
  }

  /** The steps of the leader of a host. */
  private static final class Leader {
    private final ScheduleBuilder steps;
    private final Leaders hosts;
    private final int ranks;
    private final int own;
    private final int size;

    /** First unit of SCRATCH that is not used yet. */
    private int free;

    /** By member but the leader itself, where in SCRATCH all blocks from it, and to it, lie. */
    private final int[] given;

    private final int[] taken;

    Leader(ScheduleBuilder steps, Leaders hosts, int ranks) {
      this.steps = steps;
      this.hosts = hosts;
      this.ranks = ranks;
      this.own = hosts.own();
      this.size = hosts.size(own);
      this.given = new int[size];
      this.taken = new int[size];
      for (int i = 1; i < size; i++) {
        given[i] = reserve(ranks);
        taken[i] = reserve(ranks);
      }
    }

    private int reserve(int units) {
      int at = free;
      free += units;
      return at;
    }

    private int member(int i) {
      return hosts.rank(hosts.first(own) + i);
    }

    void exchange() {
      for (int i = 1; i < size; i++) {
        steps.receive(member(i), Buffer.SCRATCH, given[i], ranks);
      }
      int groups = hosts.groups();
      for (int distance = 1; distance < groups; distance++) {
        pack((own + distance) % groups);
      }
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          move(from, member(to), to, member(from), 1);
        }
      }
      for (int distance = 1; distance < groups; distance++) {
        unpack((own - distance + groups) % groups);
      }
      for (int i = 1; i < size; i++) {
        steps.send(member(i), Buffer.SCRATCH, taken[i], ranks);
      }
    }

    /** Copies blocks of one of the host's ranks to another one. */
    private void move(int from, int fromUnit, int to, int toUnit, int units) {
      steps.copy(
          from == 0 ? Buffer.INPUT : Buffer.SCRATCH,
          given[from] + fromUnit,
          to == 0 ? Buffer.OUTPUT : Buffer.SCRATCH,
          taken[to] + toUnit,
          units);
    }

    /** Packs the blocks for a host, by receiver and for each receiver by sender. */
    private void pack(int host) {
      int at = reserve(hosts.size(host) * size);
      for (int to = 0; to < hosts.size(host); to++) {
        int receiver = hosts.rank(hosts.first(host) + to);
        for (int from = 0; from < size; from++) {
          steps.copy(
              from == 0 ? Buffer.INPUT : Buffer.SCRATCH,
              given[from] + receiver,
              Buffer.SCRATCH,
              at + to * size + from,
              1);
        }
      }
      steps.send(hosts.leader(host), Buffer.SCRATCH, at, hosts.size(host) * size);
    }

    private void unpack(int host) {
      int blocks = hosts.size(host);
      int at = reserve(blocks * size);
      steps.receive(hosts.leader(host), Buffer.SCRATCH, at, blocks * size);
      for (int to = 0; to < size; to++) {
        for (int from = 0; from < blocks; ) {
          int sender = hosts.rank(hosts.first(host) + from);
          int run = 1;
          while (from + run < blocks
              && hosts.rank(hosts.first(host) + from + run) == sender + run) {
            run++;
          }
          steps.copy(
              Buffer.SCRATCH,
              at + to * blocks + from,
              to == 0 ? Buffer.OUTPUT : Buffer.SCRATCH,
              taken[to] + sender,
              run);
          from += run;
        }
      }
    }
  }
}
