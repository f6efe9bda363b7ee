package org.ronsel.transport.tcp;

/** What a channel is attached to that the selector's thread looks after. */
interface SelectedChannel {
  /** The channel is ready for what it was registered for. */
  void ready();
}
