/**
 * Communicators and all that their calls need: the implementation of {@link org.ronsel.Comm}, upon
 * which windows build as well.
 *
 * <table>
 *   <caption>From a method to the class that carries it</caption>
 *   <tr><td>collectives that move data, those among neighbours too</td><td>UntypedDataMovement</td></tr>
 *   <tr><td>collectives that combine data, barrier</td><td>UntypedReductions, upon that</td></tr>
 *   <tr><td>messages on buffers, started and persistent forms</td><td>UntypedCommunicator, upon
 *       that; its messages end in Messages</td></tr>
 *   <tr><td>collectives on one value, lengths of blocks</td><td>CollectiveCalls; the end of all is
 *       CollectiveForms</td></tr>
 *   <tr><td>probe, iProbe, mProbe, imProbe</td><td>ProbeCalls</td></tr>
 *   <tr><td>objects: messages; collectives</td><td>ObjectCalls; ObjectExchanges</td></tr>
 *   <tr><td>dup, create, split; createCart and others</td><td>CommunicatorCreation, Splitting; Topologies</td></tr>
 *   <tr><td>groups</td><td>EndpointGroup</td></tr>
 *   <tr><td>name, info, attributes, error handler</td><td>Properties</td></tr>
 *   <tr><td>failedRanks, revoke, agree, shrink</td><td>FailureMitigation</td></tr>
 *   <tr><td>what a checked or recorded job adds</td><td>ObservedCollectiveCalls</td></tr>
 * </table>
 *
 * <p>The owner of a communicator's requests is CommunicatorRequests. The message of an error is an
 * ErrorMessage: a place (Communicator.place), a reason, and where other interfaces have another
 * name for what to do an Advice. The reason is an ErrorText, which knows the names of calls in it.
 */
@NullMarked
package org.ronsel.comm;

import org.jspecify.annotations.NullMarked;
