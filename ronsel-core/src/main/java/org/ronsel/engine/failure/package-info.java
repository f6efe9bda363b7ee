/**
 * Failures, and waits that will never end: peers that have failed or ended, collective calls that
 * have failed or differ, revoked communicators.
 *
 * <p>Begin with {@link org.ronsel.engine.failure.FailureEngine}, which has one of each. What they
 * do to messages, and tell peers, goes through {@link org.ronsel.engine.failure.RankMessages},
 * because what moves messages asks them all the time and so is above.
 *
 * <table>
 *   <caption>Who knows what</caption>
 *   <tr><td>peers that have failed, alone or as processes</td><td>PeerFailures</td></tr>
 *   <tr><td>peers that have ended; that all have</td><td>EndedRanks; LastRank</td></tr>
 *   <tr><td>collective calls that have failed on a rank</td><td>FailedCalls</td></tr>
 *   <tr><td>collective calls that differ</td><td>CallLog, with its PersistentCallLog;
 *       CallLogs compares them</td></tr>
 *   <tr><td>revoked communicators</td><td>Revocations</td></tr>
 *   <tr><td>a send of a rank to itself that no thread will receive</td><td>SelfDeadlock</td></tr>
 * </table>
 */
@NullMarked
package org.ronsel.engine.failure;

import org.jspecify.annotations.NullMarked;
