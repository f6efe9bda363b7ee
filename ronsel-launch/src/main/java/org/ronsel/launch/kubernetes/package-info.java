/**
 * Jobs in Kubernetes: the objects that make one, as a text that {@code kubectl} takes. Uses {@code
 * run} for the settings of JVMs, {@code console} and {@code spi}.
 */
@NullMarked
package org.ronsel.launch.kubernetes;

import org.jspecify.annotations.NullMarked;
