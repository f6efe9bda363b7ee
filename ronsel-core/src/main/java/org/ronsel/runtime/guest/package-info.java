/**
 * What call sites of user classes are rewritten to when the classes are loaded for a rank: the few
 * JDK methods that act on a whole JVM and must act on one rank. Open to user classes at run time
 * only.
 */
@NullMarked
package org.ronsel.runtime.guest;

import org.jspecify.annotations.NullMarked;
