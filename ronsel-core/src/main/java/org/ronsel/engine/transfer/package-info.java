/**
 * The data of messages on their way: copies to be made, fragments that arrive, memory for what came
 * early.
 *
 * <p>Begin with {@link org.ronsel.engine.transfer.BulkCopy}: a copy that is prepared under the
 * engine's lock, run without it, and finished under it; a BulkQueue has those that wait. An
 * InboundTransfer, of a TransferTable, is a message that comes in fragments; the EagerPool has the
 * payload of messages that came before their receives; peers refer to sends by their number in the
 * SendTable. What fills and empties these is above: {@code Outbound}, {@code DataFeed}, {@code
 * InboundTransfers} and {@code Progress}.
 */
@NullMarked
package org.ronsel.engine.transfer;

import org.jspecify.annotations.NullMarked;
