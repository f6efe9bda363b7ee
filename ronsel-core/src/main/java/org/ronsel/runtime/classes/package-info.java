/**
 * Where the classes of a user's program come from, read once for all ranks of a JVM, and how call
 * sites that concern the whole JVM are rewritten.
 */
@NullMarked
package org.ronsel.runtime.classes;

import org.jspecify.annotations.NullMarked;
