/**
 * Reports on a job, as text or file: the placement of its ranks, their waits, and the times of
 * their calls. Uses {@code plan}, {@code console} and {@code spi}; starts no process and sends no
 * requests.
 */
@NullMarked
package org.ronsel.launch.report;

import org.jspecify.annotations.NullMarked;
