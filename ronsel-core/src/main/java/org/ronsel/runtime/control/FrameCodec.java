package org.ronsel.runtime.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.job.Agreements;
import org.ronsel.job.RankKind;
import org.ronsel.job.WaitReport;

/**
 * Frames as bytes: one byte that says which frame, then its fields. The length comes before, see
 * {@link FrameChannel}.
 */
public final class FrameCodec {
  /** Version of the frames; both ends must have the same. */
  public static final int VERSION = 6;

  /** Upper bound of the length of a frame in bytes. */
  public static final int MAX_LENGTH = 64 << 20;

  private FrameCodec() {}

  /** The bytes of a frame. */
  public static byte[] encode(Frame frame) {
    FrameWriter out = new FrameWriter();
    switch (frame) {
      case Frame.Hello f -> out.int8(1).int32(f.jvm()).int64(f.pid()).text(f.javaVersion());
      case Frame.Job f -> encode(f.spec(), out.int8(2));
      case Frame.Programs f -> out.int8(3).list(f.programs(), FrameCodec::encode);
      case Frame.Gather f -> out.int8(4).blob(f.mine());
      case Frame.Gathered f -> {
        out.int8(5).int32(f.all().length);
        for (byte[] part : f.all()) {
          out.blob(part);
        }
      }
      case Frame.RankEnded f -> out.int8(6).int32(f.rank());
      case Frame.Abort f ->
          out.int8(7).int32(f.rank()).int32(f.status()).text(f.message()).text(f.stack());
      case Frame.AskWaits f -> out.int8(8).int32(f.ticket());
      case Frame.Waits f ->
          out.int8(9).int32(f.ticket()).list(f.reports(), FrameCodec::encode).numbers(f.ended());
      case Frame.Progress f -> out.int8(10).int64(f.count()).int32(f.live()).int32(f.waiting());
      case Frame.Kill f -> out.int8(11).int32(f.status());
      case Frame.End f -> out.int8(12);
      case Frame.Profile f ->
          out.int8(13)
              .int32(f.rank())
              .int64(f.runNs())
              .list(f.rows(), ObservationCodec::encode)
              .list(f.algorithms(), ObservationCodec::encode);
      case Frame.Spans f -> out.int8(14).int32(f.rank()).list(f.spans(), ObservationCodec::encode);
      case Frame.OutOfMemory f ->
          out.int8(15).int32(f.rank()).int64(f.maxHeap()).int8(f.shortage().ordinal());
      case Frame.Lost f -> out.int8(16).text(f.message());
      case Frame.Agree f ->
          encode(f.key(), out.int8(17).int32(f.rank())).int64(f.bits()).int64(f.largest());
      case Frame.Agreed f ->
          encode(f.key(), out.int8(18).int32(f.rank()))
              .int64(f.decision().bits())
              .int64(f.decision().largest())
              .numbers(f.decision().failed());
      case Frame.LastCall f -> out.int8(19).int32(f.rank());
      case Frame.Unreachable f -> out.int8(20).int32(f.jvm()).text(f.why());
      case Frame.JvmFailed f -> out.int8(21).int32(f.jvm()).text(f.why());
      case Frame.Ping f -> out.int8(22).int32(f.everyMs());
      case Frame.Pong f -> out.int8(23);
    }
    return out.toBytes();
  }

  /**
   * The frame of these bytes.
   *
   * @throws MalformedFrameException if they are not exactly one frame
   */
  public static Frame decode(byte[] bytes) throws MalformedFrameException {
    FrameReader in = new FrameReader(bytes);
    int type = in.int8();
    Frame frame =
        switch (type) {
          case 1 -> new Frame.Hello(in.int32(), in.int64(), in.text());
          case 2 -> new Frame.Job(jobSpec(in));
          case 3 -> new Frame.Programs(in.list(18, FrameCodec::programSpec));
          case 4 -> new Frame.Gather(in.blob());
          case 5 -> {
            byte[][] all = new byte[in.count(4)][];
            for (int i = 0; i < all.length; i++) {
              all[i] = in.blob();
            }
            yield new Frame.Gathered(all);
          }
          case 6 -> new Frame.RankEnded(in.int32());
          case 7 -> new Frame.Abort(in.int32(), in.int32(), in.text(), in.text());
          case 8 -> new Frame.AskWaits(in.int32());
          case 9 -> new Frame.Waits(in.int32(), in.list(32, FrameCodec::waitReport), in.numbers());
          case 10 -> new Frame.Progress(in.int64(), in.int32(), in.int32());
          case 11 -> new Frame.Kill(in.int32());
          case 12 -> new Frame.End();
          case 13 ->
              new Frame.Profile(
                  in.int32(),
                  in.int64(),
                  in.list(40, ObservationCodec::profileRow),
                  in.list(32, ObservationCodec::servedRow));
          case 14 -> new Frame.Spans(in.int32(), in.list(36, ObservationCodec::span));
          case 15 -> {
            int rank = in.int32();
            long maxHeap = in.int64();
            yield new Frame.OutOfMemory(rank, in.numbered(MemoryShortage.class), maxHeap);
          }
          case 16 -> new Frame.Lost(in.text());
          case 17 -> new Frame.Agree(in.int32(), key(in), in.int64(), in.int64());
          case 18 ->
              new Frame.Agreed(
                  in.int32(),
                  key(in),
                  new Agreements.Decision(in.int64(), in.int64(), in.numbers()));
          case 19 -> new Frame.LastCall(in.int32());
          case 20 -> new Frame.Unreachable(in.int32(), in.text());
          case 21 -> new Frame.JvmFailed(in.int32(), in.text());
          case 22 -> new Frame.Ping(in.int32());
          case 23 -> new Frame.Pong();
          default -> throw new MalformedFrameException("no frame of type " + type);
        };
    in.end();
    return frame;
  }

  private static FrameWriter encode(Agreements.Key key, FrameWriter out) {
    return out.int32(key.contextId()).int32(key.number()).numbers(key.members());
  }

  private static Agreements.Key key(FrameReader in) throws MalformedFrameException {
    return new Agreements.Key(in.int32(), in.int32(), in.numbers());
  }

  private static void encode(JobSpec spec, FrameWriter out) {
    JobSpec.Layout layout = spec.layout();
    out.text(layout.jobId()).int32(layout.firstRank().length);
    for (int first : layout.firstRank()) {
      out.int32(first);
    }
    out.int32(layout.ghosts())
        .texts(layout.hosts())
        .text(spec.ranks().kind().name())
        .bool(spec.ranks().sharedClasses())
        .bool(spec.output().tagged())
        .optionalText(spec.output().directory())
        .text(spec.ranks().binding())
        .int32(spec.heartbeatMs())
        .bool(spec.reportsFailures())
        .text(spec.selection().name())
        .optionalText(spec.selection().table());
  }

  private static JobSpec jobSpec(FrameReader in) throws MalformedFrameException {
    String jobId = in.text();
    int[] firstRank = new int[in.count(4)];
    for (int i = 0; i < firstRank.length; i++) {
      firstRank[i] = in.int32();
    }
    int ghosts = in.int32();
    List<String> hosts = in.texts();
    if (!hosts.isEmpty() && hosts.size() != firstRank.length - 1) {
      throw new MalformedFrameException(
          hosts.size() + " hosts of " + (firstRank.length - 1) + " JVMs");
    }
    RankKind kind = in.choice(RankKind.class);
    boolean sharedClasses = in.bool();
    JobSpec.Output output = new JobSpec.Output(in.bool(), in.optionalText());
    String binding = in.text();
    int heartbeatMs = in.int32();
    boolean reportsFailures = in.bool();
    return new JobSpec(
        new JobSpec.Layout(jobId, firstRank, ghosts, hosts),
        new JobSpec.Ranks(kind, sharedClasses, binding),
        output,
        new JobSpec.Selection(in.text(), in.optionalText()),
        heartbeatMs,
        reportsFailures);
  }

  private static void encode(ProgramSpec spec, FrameWriter out) {
    out.int32(spec.firstRank())
        .int32(spec.ranks())
        .optionalText(spec.mainClass())
        .optionalText(spec.module())
        .texts(spec.classPath())
        .texts(spec.modulePath())
        .int32(spec.classes().size());
    spec.classes().forEach((name, bytes) -> out.text(name).blob(bytes));
    out.texts(spec.args());
  }

  private static ProgramSpec programSpec(FrameReader in) throws MalformedFrameException {
    int firstRank = in.int32();
    int ranks = in.int32();
    String mainClass = in.optionalText();
    String module = in.optionalText();
    List<String> classPath = in.texts();
    List<String> modulePath = in.texts();
    int count = in.count(8);
    Map<String, byte[]> classes = new HashMap<>(count);
    for (int i = 0; i < count; i++) {
      classes.put(in.text(), in.blob());
    }
    return new ProgramSpec(
        firstRank, ranks, mainClass, module, classPath, modulePath, classes, in.texts());
  }

  private static void encode(WaitReport report, FrameWriter out) {
    out.int32(report.rank())
        .text(report.operation())
        .int32(report.peer())
        .int32(report.tag())
        .text(report.communicator())
        .int64(report.waitedNs())
        .text(report.thread());
  }

  private static WaitReport waitReport(FrameReader in) throws MalformedFrameException {
    return new WaitReport(
        in.int32(), in.text(), in.int32(), in.int32(), in.text(), in.int64(), in.text());
  }
}
