/**
 * Requests, and how the threads of a rank wait for them.
 *
 * <p>Begin with {@link org.ronsel.engine.request.Operation}: something that a rank has started and
 * that completes once. What sends and receives add to that is in layers above.
 *
 * <table>
 *   <caption>Where what is</caption>
 *   <tr><td>what programs see of a request</td><td>AbstractRequest; DelegatingRequest,
 *       RestartableRequest for persistent ones; Requests, PendingRequests for several</td></tr>
 *   <tr><td>completion</td><td>Operation; CompletionWatch is told of it, CompletionQueue hands out
 *       what has completed, CountdownOperation counts parts, SendReceiveOperation has two</td></tr>
 *   <tr><td>waiting</td><td>Waiting: spin, yield, park; Spinning, FairYield; TestLoop notices tests
 *       in vain</td></tr>
 *   <tr><td>the engine, as all of these see it</td><td>ProgressEngine, with its EngineLock;
 *       ProgressMaker, OverdueWaitHandler and OperationObserver are what layers above do for it</td></tr>
 * </table>
 */
@NullMarked
package org.ronsel.engine.request;

import org.jspecify.annotations.NullMarked;
