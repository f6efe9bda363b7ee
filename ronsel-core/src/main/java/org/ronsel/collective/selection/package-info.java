/**
 * Which algorithm executes which call: all that are known ({@code KnownAlgorithms}), the rules that
 * choose among them ({@code SelectionTable}, of the built-in file or of one that {@code ronsel
 * tune} has written), and the rules compiled for a communicator ({@code Selection}). May use the
 * algorithms of all kinds.
 */
@NullMarked
package org.ronsel.collective.selection;

import org.jspecify.annotations.NullMarked;
