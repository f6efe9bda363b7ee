/**
 * What communicators know of the job they belong to: where its ranks are, and what the ranks of a
 * JVM share.
 */
@NullMarked
package org.ronsel.job;

import org.jspecify.annotations.NullMarked;
