/**
 * The methods that classes of a user's program call: the places that the call sites of JDK methods
 * which act on a whole JVM are rewritten to when the classes are loaded for a rank, and the
 * question which rank a call belongs to. Open to user classes at run time only.
 */
@NullMarked
package org.ronsel.runtime.intercepted;

import org.jspecify.annotations.NullMarked;
