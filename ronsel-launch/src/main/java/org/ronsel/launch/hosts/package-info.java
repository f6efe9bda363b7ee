/** Hosts as users name them: machine files, lists, and the recognition of this host. */
@NullMarked
package org.ronsel.launch.hosts;

import org.jspecify.annotations.NullMarked;
