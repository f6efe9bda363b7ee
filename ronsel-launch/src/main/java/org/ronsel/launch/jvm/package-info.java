/**
 * JVMs of a job: how they are started on this host, be it the launcher's or an agent's, and what
 * becomes of them. What is seen of one of another host is the same. Uses {@code plan}, {@code
 * remote} and what these may use.
 */
@NullMarked
package org.ronsel.launch.jvm;

import org.jspecify.annotations.NullMarked;
