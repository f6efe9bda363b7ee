/**
 * Messages between hosts, over TCP connections between pairs of ranks. {@code docs/wire-format.md}
 * has what travels on one; decision 30 says why it is built so.
 */
@NullMarked
package org.ronsel.transport.tcp;

import org.jspecify.annotations.NullMarked;
