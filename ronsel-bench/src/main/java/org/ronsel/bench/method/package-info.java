/**
 * The timing of loops: warm-up until stable, then batches. The same method is written in C for the
 * native peers. Uses the JDK alone, since it runs inside the measured ranks.
 */
@NullMarked
package org.ronsel.bench.method;

import org.jspecify.annotations.NullMarked;
