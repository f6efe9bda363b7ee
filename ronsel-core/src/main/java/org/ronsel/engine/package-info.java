/**
 * One engine per rank: protocols, requests, progress, waiting and flow control. Uses transports,
 * data and machine; knows nothing of communicators.
 */
@NullMarked
package org.ronsel.engine;

import org.jspecify.annotations.NullMarked;
