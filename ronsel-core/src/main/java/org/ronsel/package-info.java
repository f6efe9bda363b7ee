/**
 * The public API of Ronsel: communicators, requests, datatypes, reduction operators and errors.
 *
 * <p>A parallel job has {@code N} ranks. {@link org.ronsel.Ronsel#world()} gives each of them its
 * communicator; everything else is a method of {@link org.ronsel.Comm}. Ranks run as threads of one
 * JVM, as JVMs of one host, or as a mixture; a program cannot tell the difference.
 */
@NullMarked
package org.ronsel;

import org.jspecify.annotations.NullMarked;
