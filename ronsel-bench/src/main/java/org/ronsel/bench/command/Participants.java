package org.ronsel.bench.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ronsel.bench.peer.NativeEntrant;
import org.ronsel.bench.peer.NativePeer;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.LimitEntrant;
import org.ronsel.bench.run.RonselEntrant;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.launch.spi.RankPlacement;

/**
 * Who takes part in a comparison.
 *
 * @param entrants that are measured
 * @param peers native libraries that were asked for, and what was found
 */
record Participants(List<Entrant> entrants, Map<String, String> peers) {
  private static final List<RankPlacement> GATE_PLACEMENTS =
      List.of(RankPlacement.THREADS, RankPlacement.PROCESSES);

  /** Those that the options ask for; native libraries are looked for, and compiled with. */
  static Participants of(MeasureOptions options) {
    Set<RankPlacement> placements = new LinkedHashSet<>(options.placements);
    List<Entrant> entrants = new ArrayList<>();
    placements.forEach(p -> entrants.add(new RonselEntrant(p, options.jobs())));
    placements.forEach(p -> entrants.add(new RonselEntrant(p, true, 0, options.jobs())));
    if (options.ghosts > 0) {
      placements.stream()
          .filter(p -> !p.usesNetwork()) // there they could not open the memory of ranks
          .forEach(p -> entrants.add(new RonselEntrant(p, false, options.ghosts, options.jobs())));
    }
    RonselJobs other = options.otherJobs();
    if (other != null) {
      placements.forEach(p -> entrants.add(new RonselEntrant(p, other)));
    }
    Map<String, String> peers = new LinkedHashMap<>();
    for (NativePeer peer : new LinkedHashSet<>(options.peers)) {
      List<NativeEntrant> settings = settings(peer, options);
      peers.put(peer.label(), settings.getFirst().description());
      entrants.addAll(settings);
    }
    entrants.addAll(LimitEntrant.all());
    return new Participants(entrants, peers);
  }

  /** The settings of a peer: over TCP if Ronsel uses the network too. */
  private static List<NativeEntrant> settings(NativePeer peer, MeasureOptions options) {
    List<NativeEntrant> settings = new ArrayList<>();
    if (options.placements.stream().anyMatch(placement -> !placement.usesNetwork())) {
      settings.addAll(NativeEntrant.of(peer, options.pin(), options.peerLimit));
    }
    if (options.placements.stream().anyMatch(RankPlacement::usesNetwork)) {
      settings.add(NativeEntrant.overTcp(peer, options.pin(), options.peerLimit));
    }
    return settings;
  }

  /**
   * Ronsel in both placements, beside the other installation, or where there is none, Open MPI in
   * the faster of its settings; and the hand-over, which shows how far the cores are.
   */
  static Participants ofGate(MeasureOptions options) {
    List<Entrant> entrants = new ArrayList<>();
    Map<String, String> peers = new LinkedHashMap<>();
    GATE_PLACEMENTS.forEach(p -> entrants.add(new RonselEntrant(p, options.jobs())));
    RonselJobs other = options.otherJobs();
    if (other != null) {
      GATE_PLACEMENTS.forEach(p -> entrants.add(new RonselEntrant(p, other)));
    } else {
      NativeEntrant openMpi =
          NativeEntrant.of(NativePeer.OPENMPI, options.pin(), options.peerLimit).getFirst();
      peers.put(NativePeer.OPENMPI.label(), openMpi.description());
      entrants.add(openMpi);
    }
    entrants.add(LimitEntrant.HANDOVER);
    return new Participants(entrants, peers);
  }
}
