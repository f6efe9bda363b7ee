/** Stress tests of the core's public lock-free parts: rings, inboxes and the wake-up protocol. */
@NullMarked
package org.ronsel.stress;

import org.jspecify.annotations.NullMarked;
