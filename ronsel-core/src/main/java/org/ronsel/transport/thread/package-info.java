/**
 * Transport between ranks of one JVM: a multi-producer inbox per rank and direct references to the
 * sender's buffer.
 */
@NullMarked
package org.ronsel.transport.thread;

import org.jspecify.annotations.NullMarked;
