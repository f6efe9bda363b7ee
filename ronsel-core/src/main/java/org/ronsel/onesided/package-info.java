/**
 * One-sided operations (MPI-4.1, chapter 12): a rank exposes memory, and others put, get and change
 * words of it while it takes no part. Where a transport sees the peer's memory it does them itself;
 * elsewhere records carry them, and the peer's progress does them.
 */
@NullMarked
package org.ronsel.onesided;

import org.jspecify.annotations.NullMarked;
