/**
 * A job as it will be started: its programs, the placement of its ranks in JVMs and on hosts, and
 * its options. Values only; nothing is started. Uses {@code program}, {@code hosts}, {@code
 * remote}, {@code console} and {@code spi}.
 */
@NullMarked
package org.ronsel.launch.plan;

import org.jspecify.annotations.NullMarked;
