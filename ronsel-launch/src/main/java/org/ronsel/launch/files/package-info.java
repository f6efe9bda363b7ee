/**
 * The transfer of a program's files to a host that lacks them: the items, their sending, the cache
 * of that host, and the directory of a job there. Independent of the running of jobs.
 */
@NullMarked
package org.ronsel.launch.files;

import org.jspecify.annotations.NullMarked;
