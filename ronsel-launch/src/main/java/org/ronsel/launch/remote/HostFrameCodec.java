package org.ronsel.launch.remote;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.launch.files.FileEntry;
import org.ronsel.launch.files.FileItem;
import org.ronsel.runtime.control.FrameCodec;
import org.ronsel.runtime.control.FrameReader;
import org.ronsel.runtime.control.FrameWriter;
import org.ronsel.runtime.control.MalformedFrameException;

/** Frames between launcher and agent as bytes, in the form of {@link FrameCodec}. */
public final class HostFrameCodec {
  /** Version of the frames, those within them included; both ends must have the same. */
  public static final int VERSION = 1000 * FrameCodec.VERSION + 7;

  /** Upper bound of the length of a frame in bytes. */
  public static final int MAX_LENGTH = FrameCodec.MAX_LENGTH + 64;

  private HostFrameCodec() {}

  /** Encodes a frame. */
  public static byte[] encode(HostFrame frame) {
    FrameWriter out = new FrameWriter();
    switch (frame) {
      case HostFrame.Hello f -> out.int8(1).int64(f.memory()).text(f.step());
      case HostFrame.Start f ->
          out.int8(2)
              .blob(f.secret())
              .text(f.directory())
              .optionalText(f.network())
              .list(f.jvms(), HostFrameCodec::encode);
      case HostFrame.Started f -> out.int8(3).int32(f.jvm()).int64(f.pid());
      case HostFrame.Failed f -> out.int8(4).text(f.message());
      case HostFrame.Notice f -> out.int8(5).text(f.message());
      case HostFrame.Connected f -> out.int8(6).int32(f.jvm());
      case HostFrame.Disconnected f -> out.int8(7).int32(f.jvm()).text(f.reason());
      case HostFrame.Control f -> out.int8(8).int32(f.jvm()).blob(FrameCodec.encode(f.frame()));
      case HostFrame.Output f -> out.int8(9).int32(f.jvm()).bool(f.error()).blob(f.bytes());
      case HostFrame.Input f -> out.int8(10).int32(f.jvm()).blob(f.bytes());
      case HostFrame.Taken f ->
          out.int8(11).int32(f.jvm()).int8(f.stream().ordinal()).int32(f.bytes());
      case HostFrame.Exited f -> out.int8(12).int32(f.jvm()).int64(f.pid()).int32(f.status());
      case HostFrame.DebuggerWaits f -> out.int8(13).int32(f.jvm()).text(f.address());
      case HostFrame.Kill f -> out.int8(14).int32(f.jvm());
      case HostFrame.AskLeaving f -> out.int8(15).int32(f.ticket());
      case HostFrame.Leaving f -> out.int8(16).int32(f.ticket()).numbers(f.jvms());
      case HostFrame.Ping f -> out.int8(17);
      case HostFrame.End f -> out.int8(18);
      case HostFrame.Files f ->
          out.int8(19)
              .int64(f.cacheBytes())
              .int32(f.cacheDays())
              .list(f.items(), HostFrameCodec::encode);
      case HostFrame.Unlike f -> out.int8(20).numbers(f.items());
      case HostFrame.Hashes f -> out.int8(21).int32(f.item()).texts(f.sha256());
      case HostFrame.Wanted f -> out.int8(22).numbers(f.items());
      case HostFrame.Piece f -> out.int8(23).int32(f.item()).int32(f.entry()).blob(f.bytes());
      case HostFrame.PieceTaken f -> out.int8(24).int32(f.bytes());
      case HostFrame.Placed f -> out.int8(25).texts(f.places()).text(f.extra());
      case HostFrame.StartShell f -> out.int8(26).int32(f.shell()).texts(f.command());
      case HostFrame.ShellInput f -> out.int8(27).int32(f.shell()).blob(f.bytes());
      case HostFrame.ShellOutput f -> out.int8(28).int32(f.shell()).bool(f.error()).blob(f.bytes());
      case HostFrame.ShellTaken f ->
          out.int8(29).int32(f.shell()).int8(f.stream().ordinal()).int32(f.bytes());
      case HostFrame.ShellEnded f -> out.int8(30).int32(f.shell()).int32(f.status());
      case HostFrame.KillShell f -> out.int8(31).int32(f.shell());
      case HostFrame.Unheard f -> out.int8(32);
      case HostFrame.Signal f -> out.int8(33).int32(f.jvm()).text(f.name());
    }
    return out.toBytes();
  }

  /**
   * Decodes a frame.
   *
   * @throws MalformedFrameException if they are not exactly one frame
   */
  public static HostFrame decode(byte[] bytes) throws MalformedFrameException {
    FrameReader in = new FrameReader(bytes);
    int type = in.int8();
    HostFrame frame =
        switch (type) {
          case 1 -> new HostFrame.Hello(in.int64(), in.text());
          case 2 ->
              new HostFrame.Start(
                  in.blob(), in.text(), in.optionalText(), in.list(26, HostFrameCodec::order));
          case 3 -> new HostFrame.Started(in.int32(), in.int64());
          case 4 -> new HostFrame.Failed(in.text());
          case 5 -> new HostFrame.Notice(in.text());
          case 6 -> new HostFrame.Connected(in.int32());
          case 7 -> new HostFrame.Disconnected(in.int32(), in.text());
          case 8 -> new HostFrame.Control(in.int32(), FrameCodec.decode(in.blob()));
          case 9 -> new HostFrame.Output(in.int32(), in.bool(), in.blob());
          case 10 -> new HostFrame.Input(in.int32(), in.blob());
          case 11 ->
              new HostFrame.Taken(in.int32(), in.numbered(HostFrame.Stream.class), in.int32());
          case 12 -> new HostFrame.Exited(in.int32(), in.int64(), in.int32());
          case 13 -> new HostFrame.DebuggerWaits(in.int32(), in.text());
          case 14 -> new HostFrame.Kill(in.int32());
          case 15 -> new HostFrame.AskLeaving(in.int32());
          case 16 -> new HostFrame.Leaving(in.int32(), in.numbers());
          case 17 -> new HostFrame.Ping();
          case 18 -> new HostFrame.End();
          case 19 -> new HostFrame.Files(in.int64(), in.int32(), in.list(17, HostFrameCodec::item));
          case 20 -> new HostFrame.Unlike(in.numbers());
          case 21 -> new HostFrame.Hashes(in.int32(), in.texts());
          case 22 -> new HostFrame.Wanted(in.numbers());
          case 23 -> new HostFrame.Piece(in.int32(), in.int32(), in.blob());
          case 24 -> new HostFrame.PieceTaken(in.int32());
          case 25 -> new HostFrame.Placed(in.texts(), in.text());
          case 26 -> new HostFrame.StartShell(in.int32(), in.texts());
          case 27 -> new HostFrame.ShellInput(in.int32(), in.blob());
          case 28 -> new HostFrame.ShellOutput(in.int32(), in.bool(), in.blob());
          case 29 ->
              new HostFrame.ShellTaken(in.int32(), in.numbered(HostFrame.Stream.class), in.int32());
          case 30 -> new HostFrame.ShellEnded(in.int32(), in.int32());
          case 31 -> new HostFrame.KillShell(in.int32());
          case 32 -> new HostFrame.Unheard();
          case 33 -> new HostFrame.Signal(in.int32(), in.text());
          default -> throw new MalformedFrameException("no frame of type " + type);
        };
    in.end();
    return frame;
  }

  private static FileItem item(FrameReader in) throws MalformedFrameException {
    return new FileItem(
        in.numbered(FileItem.Kind.class),
        in.text(),
        in.text(),
        in.text(),
        in.list(16, HostFrameCodec::entry));
  }

  private static void encode(FileItem item, FrameWriter out) {
    out.int8(item.kind().ordinal())
        .text(item.path())
        .text(item.as())
        .text(item.why())
        .list(item.entries(), HostFrameCodec::encode);
  }

  private static FileEntry entry(FrameReader in) throws MalformedFrameException {
    return new FileEntry(in.text(), in.int64(), in.text());
  }

  private static void encode(FileEntry entry, FrameWriter out) {
    out.text(entry.name()).int64(entry.size()).text(entry.stamp());
  }

  private static void encode(JvmOrder order, FrameWriter out) {
    out.int32(order.jvm())
        .int32(order.jvmsOfHost())
        .bool(order.modular())
        .int32(order.debugPort())
        .texts(order.userOptions())
        .texts(order.ownOptions())
        .int32(order.environment().size());
    order.environment().forEach((name, value) -> out.text(name).text(value));
    out.optionalText(order.directory());
  }

  private static JvmOrder order(FrameReader in) throws MalformedFrameException {
    int jvm = in.int32();
    int jvmsOfHost = in.int32();
    boolean modular = in.bool();
    int debugPort = in.int32();
    List<String> userOptions = in.texts();
    List<String> ownOptions = in.texts();
    Map<String, String> environment = new HashMap<>();
    for (int left = in.count(8); left > 0; left--) {
      environment.put(in.text(), in.text());
    }
    return new JvmOrder(
        jvm,
        jvmsOfHost,
        modular,
        debugPort,
        userOptions,
        ownOptions,
        environment,
        in.optionalText());
  }
}
