/**
 * The classes of a user's program, read once for all ranks of a JVM, and the rewriting of call
 * sites that concern the whole JVM.
 */
@NullMarked
package org.ronsel.runtime.classes;

import org.jspecify.annotations.NullMarked;
