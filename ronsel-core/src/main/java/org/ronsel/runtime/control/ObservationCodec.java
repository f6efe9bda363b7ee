package org.ronsel.runtime.control;

import org.ronsel.observe.ProfileRow;
import org.ronsel.observe.ServedRow;
import org.ronsel.observe.SizeHistogram;
import org.ronsel.observe.Span;

/** Encodes the records that ranks make of themselves, as parts of frames. */
final class ObservationCodec {
  private ObservationCodec() {}

  static void encode(ProfileRow row, FrameWriter out) {
    out.text(row.operation())
        .text(row.place())
        .int64(row.count())
        .int64(row.bytes())
        .int64(row.timeNs())
        .int64(row.waitNs());
    for (long count : row.sizes()) {
      out.int64(count);
    }
  }

  static ProfileRow profileRow(FrameReader in) throws MalformedFrameException {
    return new ProfileRow(
        in.text(), in.text(), in.int64(), in.int64(), in.int64(), in.int64(), sizes(in));
  }

  static void encode(ServedRow row, FrameWriter out) {
    out.text(row.operation())
        .text(row.algorithm())
        .int64(row.calls())
        .int64(row.leastBytes())
        .int64(row.mostBytes());
  }

  static ServedRow servedRow(FrameReader in) throws MalformedFrameException {
    return new ServedRow(in.text(), in.text(), in.int64(), in.int64(), in.int64());
  }

  private static long[] sizes(FrameReader in) throws MalformedFrameException {
    long[] sizes = SizeHistogram.empty();
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = in.int64();
    }
    return sizes;
  }

  static void encode(Span span, FrameWriter out) {
    out.int32(span.thread())
        .text(span.threadName())
        .text(span.name())
        .text(span.place())
        .int64(span.startNs())
        .int64(span.durationNs())
        .list(span.messages(), ObservationCodec::encode);
  }

  static Span span(FrameReader in) throws MalformedFrameException {
    return new Span(
        in.int32(),
        in.text(),
        in.text(),
        in.text(),
        in.int64(),
        in.int64(),
        in.list(25, ObservationCodec::message));
  }

  private static void encode(Span.Passage message, FrameWriter out) {
    out.bool(message.sent())
        .int32(message.peer())
        .int32(message.tag())
        .int64(message.bytes())
        .int64(message.flow());
  }

  private static Span.Passage message(FrameReader in) throws MalformedFrameException {
    return new Span.Passage(in.bool(), in.int32(), in.int32(), in.int64(), in.int64());
  }
}
