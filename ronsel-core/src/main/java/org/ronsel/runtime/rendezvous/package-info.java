/**
 * Jobs whose JVMs are started by something that knows nothing of message passing, such as
 * Kubernetes: variables of the environment give a JVM its number, and the JVMs meet over the
 * network, at host names that can be told from the number of a JVM, or by files in a directory that
 * all see.
 */
@NullMarked
package org.ronsel.runtime.rendezvous;

import org.jspecify.annotations.NullMarked;
