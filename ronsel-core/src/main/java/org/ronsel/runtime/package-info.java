/**
 * The runtime that makes a job out of ranks: wire-up, rank threads and class loaders, output,
 * abort, and the embedded form.
 */
@NullMarked
package org.ronsel.runtime;

import org.jspecify.annotations.NullMarked;
