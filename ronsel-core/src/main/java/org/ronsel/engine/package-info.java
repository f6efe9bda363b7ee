/**
 * One engine per rank: matching, protocols, progress and flow control. Uses transports, data and
 * machine; knows nothing of communicators. Requests, and how threads wait for them, are in {@link
 * org.ronsel.engine.request}.
 */
@NullMarked
package org.ronsel.engine;

import org.jspecify.annotations.NullMarked;
