/**
 * The measuring program, which runs as a job of Ronsel. Uses the core alone, since ranks have no
 * other module.
 */
@NullMarked
package org.ronsel.tune.measure;

import org.jspecify.annotations.NullMarked;
