/**
 * The job as communicators see it: the places of its ranks, and the objects that the ranks of a JVM
 * share; and, for reports, what its ranks wait for.
 */
@NullMarked
package org.ronsel.job;

import org.jspecify.annotations.NullMarked;
