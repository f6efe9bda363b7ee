/**
 * Rings of 64-byte slots that carry records between ranks of one host: one producer or many, always
 * one consumer. Used by the thread and shm transports.
 */
@NullMarked
package org.ronsel.transport.ring;

import org.jspecify.annotations.NullMarked;
