/**
 * The agreement of the ranks of a new communicator on its context id, which keeps its messages
 * apart from those of all others.
 */
@NullMarked
package org.ronsel.collective.context;

import org.jspecify.annotations.NullMarked;
