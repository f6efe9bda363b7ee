/**
 * Jobs in Kubernetes: the objects of one, as text for {@code kubectl}. Uses {@code run} for the
 * settings of JVMs, {@code console} and {@code spi}.
 */
@NullMarked
package org.ronsel.launch.kubernetes;

import org.jspecify.annotations.NullMarked;
