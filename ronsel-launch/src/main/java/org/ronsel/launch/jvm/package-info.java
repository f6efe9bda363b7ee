/**
 * JVMs of a job: their start on this host, the launcher's or an agent's, and the events of their
 * lives. Those of another host have the same interface. Uses {@code plan}, {@code remote} and the
 * packages that these may use.
 */
@NullMarked
package org.ronsel.launch.jvm;

import org.jspecify.annotations.NullMarked;
