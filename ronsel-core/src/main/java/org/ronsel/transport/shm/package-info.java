/**
 * Transport between JVMs of one host: single-producer rings and fragment pools in shared memory.
 */
@NullMarked
package org.ronsel.transport.shm;

import org.jspecify.annotations.NullMarked;
