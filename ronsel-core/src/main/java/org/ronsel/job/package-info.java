/**
 * The job as communicators see it: the places of its ranks, and the objects that the ranks of a JVM
 * share.
 */
@NullMarked
package org.ronsel.job;

import org.jspecify.annotations.NullMarked;
