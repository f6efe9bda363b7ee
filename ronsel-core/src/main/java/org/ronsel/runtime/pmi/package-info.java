/**
 * Jobs that another launcher has started, a JVM for each rank: the process managers that tell a
 * rank its number and let ranks meet (PMI-1, PMI-2, PMIx), and how ranks learn of each other's end.
 */
@NullMarked
package org.ronsel.runtime.pmi;

import org.jspecify.annotations.NullMarked;
