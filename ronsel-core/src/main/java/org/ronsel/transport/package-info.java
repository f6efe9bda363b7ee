/**
 * The service-provider interface between the engine and the transports that move bytes: envelopes,
 * fragments, remote memory. A transport never knows a communicator and never matches.
 */
@NullMarked
package org.ronsel.transport;

import org.jspecify.annotations.NullMarked;
