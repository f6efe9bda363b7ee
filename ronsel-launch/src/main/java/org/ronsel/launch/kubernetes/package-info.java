/** Jobs in Kubernetes: the objects that make one, as a text that {@code kubectl} takes. */
@NullMarked
package org.ronsel.launch.kubernetes;

import org.jspecify.annotations.NullMarked;
