package org.ronsel.transport.tcp;

/** Attached to a channel that the selector's thread looks after. */
interface SelectedChannel {
  /** The channel is ready for what it was registered for. */
  void ready();
}
