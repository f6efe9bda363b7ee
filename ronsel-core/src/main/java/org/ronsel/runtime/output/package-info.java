/** Standard output and input of the ranks of a JVM, and how output of several sources is merged. */
@NullMarked
package org.ronsel.runtime.output;

import org.jspecify.annotations.NullMarked;
