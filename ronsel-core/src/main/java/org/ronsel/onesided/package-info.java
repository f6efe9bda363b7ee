/**
 * One-sided operations (MPI-4.1, chapter 12): a rank exposes memory, and other ranks put, get and
 * change words of it without its participation. Where a transport sees the peer's memory it carries
 * out the operations itself; elsewhere they are sent as records, which the peer's progress carries
 * out.
 */
@NullMarked
package org.ronsel.onesided;

import org.jspecify.annotations.NullMarked;
