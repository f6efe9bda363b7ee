/**
 * Messages as their sender and their receiver see them: the operations, what they match by, and the
 * peers.
 *
 * <p>Begin with {@link org.ronsel.engine.message.SendOperation} and {@link
 * org.ronsel.engine.message.ReceiveOperation}, which have in them how far a message has got. Who
 * decides about them is above: {@code Outbound}, which is the {@link
 * org.ronsel.engine.message.SendProtocol} of sends, and {@code Inbound}.
 *
 * <table>
 *   <caption>Where what is</caption>
 *   <tr><td>what messages are matched by</td><td>Contexts, MatchOperation; MatchHash; MatchErrors
 *       when they do not fit; Communicators and IdWindow know context ids</td></tr>
 *   <tr><td>sends</td><td>SendOperation; EagerSend is one that is over at once; LateEager copies one
 *       that nobody receives; DirectCopy moves one within a heap</td></tr>
 *   <tr><td>receives</td><td>ReceiveOperation; Inquiry asks whether senders have ended</td></tr>
 *   <tr><td>peers</td><td>Peer, in a PeerTable; DeferredRecord waits for room, such as an
 *       OutgoingRecord</td></tr>
 * </table>
 *
 * <p>A persistent request starts an ordinary operation each time. A partitioned send announces its
 * channel when it is made, so that the two sides meet in the order of their making; each partition
 * then is a message in the channel's context, and the receiver posts all of them when it starts. A
 * matched probe takes the message out of the queue of unexpected ones; its later receive delivers
 * it as if it had matched then. A buffered send copies to the first gap of the attached buffer that
 * is large enough.
 */
@NullMarked
package org.ronsel.engine.message;

import org.jspecify.annotations.NullMarked;
