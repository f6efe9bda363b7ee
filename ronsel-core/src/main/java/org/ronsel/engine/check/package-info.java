/**
 * What {@code --check} finds in the messages and requests of a rank. Begin with {@link
 * org.ronsel.engine.check.Checks}, which an unchecked job never loads; it compares each BufferUse
 * with the PendingBuffers, and each message with the MessageNote that its sender sends before it.
 */
@NullMarked
package org.ronsel.engine.check;

import org.jspecify.annotations.NullMarked;
