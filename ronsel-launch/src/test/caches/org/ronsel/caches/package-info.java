/** The start-up cache of jobs that tests start; for the tests of each module that starts many. */
@NullMarked
package org.ronsel.caches;

import org.jspecify.annotations.NullMarked;
