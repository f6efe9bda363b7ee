/**
 * What the host offers: topology, binding, shared memory, futexes, fences, bulk copies and clocks.
 * Uses the JDK alone.
 */
@NullMarked
package org.ronsel.machine;

import org.jspecify.annotations.NullMarked;
