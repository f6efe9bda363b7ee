/**
 * Access to the host: topology, binding, shared memory, futexes, fences, bulk copies. Uses the JDK
 * alone, and nothing else of Ronsel but its exceptions.
 *
 * <p>Three rules hold here. Where native access is not enabled no restricted method is called,
 * because the JVM would print a warning into the user's program; every facility then says why it is
 * {@linkplain org.ronsel.machine.Availability unavailable}, or falls back. A native function is
 * linked at its first use, because that takes tens of milliseconds. And memory between processes is
 * committed before it is touched, because a page that the kernel cannot supply kills the JVM.
 *
 * <p>Code that reads and writes shared memory on a fast path uses {@link
 * org.ronsel.memory.NativeWords} and {@link org.ronsel.memory.MemoryCopy}: the JDK's own accessors
 * become several times slower in a JVM that uses segments of three kinds.
 */
@NullMarked
package org.ronsel.machine;

import org.jspecify.annotations.NullMarked;
