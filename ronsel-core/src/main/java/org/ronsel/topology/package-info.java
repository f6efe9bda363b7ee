/**
 * Grids and graphs of ranks, and how their vertices are dealt to ranks so that those that talk most
 * run close together. Arithmetic alone: nothing here communicates.
 */
@NullMarked
package org.ronsel.topology;

import org.jspecify.annotations.NullMarked;
