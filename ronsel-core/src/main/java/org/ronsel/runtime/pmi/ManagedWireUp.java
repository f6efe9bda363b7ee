package org.ronsel.runtime.pmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.job.WireUp;

/**
 * The wire-up of a job through the names and values of a process manager. What a process gives is
 * written in letters and cut into pieces of the length that values may have; the first piece begins
 * with the length of all.
 */
public final class ManagedWireUp implements WireUp {
  private static final int SECRET_BYTES = 32;

  /** No process gives as much. */
  private static final int MOST_BYTES = 16 << 20;

  private static final int VERSION = 3;

  private final ProcessManager manager;
  private final byte[] secret;
  private final List<String> hosts;
  private int meetings;

  private ManagedWireUp(ProcessManager manager, byte[] secret, List<String> hosts, int meetings) {
    this.manager = manager;
    this.secret = secret;
    this.hosts = hosts;
    this.meetings = meetings;
  }

  /**
   * Lets all processes of a job meet for the first time: all say where they are, and process 0
   * makes the secret of the job if there is none.
   *
   * @param hostName of this host
   * @param hostId what no other host has, even if it is called the same
   */
  public static ManagedWireUp meet(ProcessManager manager, String hostName, String hostId)
      throws IOException {
    byte[] had = manager.secret();
    byte[] secret = had == null ? new byte[SECRET_BYTES] : had;
    boolean gives = had == null && manager.rank() == 0;
    if (gives) {
      new SecureRandom().nextBytes(secret);
    }
    ManagedWireUp first = new ManagedWireUp(manager, secret, List.of(), 0);
    byte[][] cards = first.exchange(card(hostName, hostId, gives ? secret : new byte[0]));
    List<String> names = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int rank = 0; rank < cards.length; rank++) {
      DataInputStream card = new DataInputStream(new ByteArrayInputStream(cards[rank]));
      try {
        if (card.readUnsignedByte() != VERSION) {
          throw new PmiException("rank " + rank + " has another version of Ronsel");
        }
        requireJava(rank, card.readUnsignedShort());
        names.add(card.readUTF());
        ids.add(card.readUTF());
        if (rank == 0 && had == null) {
          card.readFully(secret);
        }
      } catch (java.io.EOFException e) {
        PmiException damaged = new PmiException("what rank " + rank + " has put is damaged");
        damaged.initCause(e);
        throw damaged;
      }
    }
    return new ManagedWireUp(manager, secret, hosts(names, ids), first.meetings);
  }

  /** As where agents start the JVMs: classes and objects may differ between feature versions. */
  private static void requireJava(int rank, int feature) throws PmiException {
    int own = Runtime.version().feature();
    if (feature != own) {
      throw new PmiException(
          "rank "
              + rank
              + " has Java "
              + feature
              + ", but this one has Java "
              + own
              + ": all ranks of a job need the same");
    }
  }

  private static byte[] card(String hostName, String hostId, byte[] secret) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream card = new DataOutputStream(bytes);
    card.writeByte(VERSION);
    card.writeShort(Runtime.version().feature());
    card.writeUTF(hostName);
    card.writeUTF(hostId);
    card.write(secret);
    return bytes.toByteArray();
  }

  /** By rank the name of its host; where different hosts are called the same, with more words. */
  static List<String> hosts(List<String> names, List<String> ids) {
    Set<String> different = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      different.add(names.get(i) + "\n" + ids.get(i));
    }
    boolean clear = different.size() == new HashSet<>(names).size();
    List<String> hosts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      hosts.add(clear ? names.get(i) : names.get(i) + " (" + ids.get(i) + ")");
    }
    return List.copyOf(hosts);
  }

  /** By rank the name of its host. */
  public List<String> hosts() {
    return hosts;
  }

  @Override
  public boolean oneHost() {
    return new HashSet<>(hosts).size() == 1;
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    try {
      return exchange(mine);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private RonselException failed(IOException e) {
    return new RonselException(
        ErrorClass.INTERN, "the ranks cannot meet by " + manager.name() + ": " + e.getMessage(), e);
  }

  /** Gives what rank 0 has to all. */
  public byte[] fromRankZero(byte[] ofRankZero) throws IOException {
    String key = nextKey();
    if (manager.rank() == 0) {
      put(key, ofRankZero);
    }
    manager.fence(false);
    return manager.rank() == 0 ? ofRankZero.clone() : get(0, key);
  }

  private byte[][] exchange(byte[] mine) throws IOException {
    String key = nextKey();
    put(key, mine);
    manager.fence(false);
    byte[][] all = new byte[manager.size()][];
    for (int rank = 0; rank < all.length; rank++) {
      all[rank] = rank == manager.rank() ? mine.clone() : get(rank, key);
    }
    return all;
  }

  private String nextKey() {
    return "ronsel-" + meetings++;
  }

  private static String piece(String key, int rank, int piece) {
    return key + "-" + rank + "-" + piece;
  }

  private void put(String key, byte[] bytes) throws IOException {
    String letters = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    String text = letters.length() + ":" + letters;
    int longest = manager.longestValue();
    for (int at = 0, piece = 0; at < text.length(); at += longest, piece++) {
      manager.put(
          piece(key, manager.rank(), piece),
          text.substring(at, Math.min(text.length(), at + longest)));
    }
  }

  private byte[] get(int rank, String key) throws IOException {
    String first = manager.get(rank, piece(key, rank, 0));
    int colon = first.indexOf(':');
    try {
      int length = colon <= 0 ? -1 : Integer.parseInt(first.substring(0, colon));
      if (length < 0 || length > MOST_BYTES) {
        throw damaged(rank, key);
      }
      StringBuilder letters = new StringBuilder(first.substring(colon + 1));
      for (int piece = 1; letters.length() < length; piece++) {
        String more = manager.get(rank, piece(key, rank, piece));
        if (more.isEmpty()) {
          throw damaged(rank, key);
        }
        letters.append(more);
      }
      if (letters.length() != length) {
        throw damaged(rank, key);
      }
      return Base64.getUrlDecoder().decode(letters.toString());
    } catch (IllegalArgumentException e) {
      PmiException damaged = damaged(rank, key);
      damaged.initCause(e);
      throw damaged;
    }
  }

  private static PmiException damaged(int rank, String key) {
    return new PmiException("what rank " + rank + " has put for " + key + " arrives damaged");
  }
}
