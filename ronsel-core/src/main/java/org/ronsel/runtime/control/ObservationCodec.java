package org.ronsel.runtime.control;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.observe.ProfileRow;
import org.ronsel.observe.ServedRow;
import org.ronsel.observe.SizeHistogram;
import org.ronsel.observe.Span;

/** What ranks record of themselves, as parts of frames. */
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

  static List<ProfileRow> rows(FrameReader in) throws MalformedFrameException {
    int count = in.count(40);
    List<ProfileRow> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(
          new ProfileRow(
              in.text(), in.text(), in.int64(), in.int64(), in.int64(), in.int64(), sizes(in)));
    }
    return rows;
  }

  static void encode(ServedRow row, FrameWriter out) {
    out.text(row.operation())
        .text(row.algorithm())
        .int64(row.calls())
        .int64(row.leastBytes())
        .int64(row.mostBytes());
  }

  static List<ServedRow> served(FrameReader in) throws MalformedFrameException {
    int count = in.count(32);
    List<ServedRow> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(new ServedRow(in.text(), in.text(), in.int64(), in.int64(), in.int64()));
    }
    return rows;
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
        .int32(span.messages().size());
    for (Span.Passage message : span.messages()) {
      out.bool(message.sent())
          .int32(message.peer())
          .int32(message.tag())
          .int64(message.bytes())
          .int64(message.flow());
    }
  }

  static List<Span> spans(FrameReader in) throws MalformedFrameException {
    int count = in.count(36);
    List<Span> spans = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      spans.add(
          new Span(
              in.int32(), in.text(), in.text(), in.text(), in.int64(), in.int64(), messages(in)));
    }
    return spans;
  }

  private static List<Span.Passage> messages(FrameReader in) throws MalformedFrameException {
    int count = in.count(25);
    List<Span.Passage> messages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      messages.add(new Span.Passage(in.bool(), in.int32(), in.int32(), in.int64(), in.int64()));
    }
    return messages;
  }
}
