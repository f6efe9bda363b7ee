/**
 * One engine per rank: it sends, receives, matches and makes progress. Uses transports, data and
 * machine; knows nothing of communicators.
 *
 * <p>Begin with {@link org.ronsel.engine.Engine}: a send goes by {@code Outbound}, which chooses
 * the protocol, a receive by {@code Inbound}, which matches and delivers, and both are moved on by
 * {@code Progress}. What these work on lies in packages of its own, each of which uses those below
 * it in this list, and not the engine:
 *
 * <ul>
 *   <li>{@link org.ronsel.engine.failure}: failed and ended peers, failed and differing calls,
 *       revocations
 *   <li>{@link org.ronsel.engine.check}: what a checked job finds
 *   <li>{@link org.ronsel.engine.matching}: posted receives and unexpected messages, probes
 *   <li>{@link org.ronsel.engine.transfer}: data on their way: copies, fragments, the eager pool
 *   <li>{@link org.ronsel.engine.message}: sends, receives, what they match by, peers
 *   <li>{@link org.ronsel.engine.request}: requests, their completion, and how threads wait
 *   <li>{@link org.ronsel.engine.event}: events of the flight recorder
 * </ul>
 *
 * <p>What is left here are the parts that call each other for each message. They know each other
 * through the engine, so that such a call is one of a known class; to separate them would take an
 * interface for each. {@code RecordHandlers} says what is done with each kind of record, {@code
 * ActiveMessages}, {@code MemoryRegistration} and {@code Composite} are for layers above, {@code
 * ProgressThread} and {@code Doorbell} for the job and its transports.
 */
@NullMarked
package org.ronsel.engine;

import org.jspecify.annotations.NullMarked;
