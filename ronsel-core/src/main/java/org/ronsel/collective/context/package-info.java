/**
 * How the ranks of a new communicator agree on its context id: what keeps its messages apart from
 * those of all others.
 */
@NullMarked
package org.ronsel.collective.context;

import org.jspecify.annotations.NullMarked;
