package org.ronsel.transport;

/**
 * Handles arrived records, one by one, in order per peer. Called under the receiving engine's lock:
 * it must neither block nor wait.
 */
@FunctionalInterface
public interface RecordHandler {
  /**
   * A record has arrived. Everything in it but its source comes from outside and is to be checked.
   *
   * @param record valid during the call only
   * @throws MalformedRecordException if the record makes no sense: that fails its sender, and
   *     nothing else
   */
  void onRecord(RecordView record);
}
