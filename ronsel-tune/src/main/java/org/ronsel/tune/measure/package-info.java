/**
 * The program that measures, as a job of Ronsel. Uses the core alone: it is all that ranks have.
 */
@NullMarked
package org.ronsel.tune.measure;

import org.jspecify.annotations.NullMarked;
