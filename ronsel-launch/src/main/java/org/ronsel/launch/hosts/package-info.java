/** Hosts as users name them: machine files, lists, and which of them is this one. */
@NullMarked
package org.ronsel.launch.hosts;

import org.jspecify.annotations.NullMarked;
