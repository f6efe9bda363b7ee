/**
 * A job as it will be started: what it runs, which ranks are in which JVM on which host, and what
 * holds for all of it. Values only; nothing is started. Uses {@code program}, {@code hosts}, {@code
 * remote}, {@code console} and {@code spi}.
 */
@NullMarked
package org.ronsel.launch.plan;

import org.jspecify.annotations.NullMarked;
