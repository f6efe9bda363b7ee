package org.ronsel.onesided;

import org.ronsel.engine.Engine;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.transport.RecordView;

/** Answers records about exposed memory; under the engine's lock. */
final class Replies {
  private final Engine engine;

  Replies(Engine engine) {
    this.engine = engine;
  }

  private static int id(RecordView record) {
    return (int) record.context();
  }

  /**
   * Replies with a number.
   *
   * @param told 0 or {@link OneSidedRecords#OWNER_WAITS}
   */
  void reply(RecordView request, long value, int told) {
    engine
        .activeMessages()
        .answer(
            request.source(),
            OutgoingRecord.of(OneSidedRecords.REPLY, value, told, 0, id(request)));
  }

  /** Replies with data, in as many records as needed. */
  void reply(RecordView request, byte[] data, int told) {
    int limit = engine.activeMessages().answerBytes(request.source());
    for (int from = 0; from < data.length; from += limit) {
      byte[] part = data;
      if (limit < data.length) {
        part = new byte[Math.min(limit, data.length - from)];
        System.arraycopy(data, from, part, 0, part.length);
      }
      engine
          .activeMessages()
          .answer(
              request.source(),
              new OutgoingRecord(
                  OneSidedRecords.REPLY, from, told, part.length, id(request), part));
    }
  }

  /** Replies with data that are read as they find room. */
  void reply(RecordView request, DataPart first, int told) {
    GetReply reply = new GetReply(id(request), told, first);
    engine.activeMessages().answerWithRoom(request.source(), reply);
  }

  /**
   * Replies that the operation was not carried out.
   *
   * @param why {@link OneSidedRecords#REFUSED}, {@link OneSidedRecords#LEFT} or {@link
   *     OneSidedRecords#CLOSED}
   */
  void refuse(RecordView to, int why) {
    engine.activeMessages().answer(to.source(), refusal(id(to), why));
  }

  static OutgoingRecord refusal(int id, int why) {
    return OutgoingRecord.of(OneSidedRecords.REPLY, 0, why, 0, id);
  }
}
