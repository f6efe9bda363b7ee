/**
 * What has been measured or predicted of the algorithms of collective operations, and the table
 * that is made of it.
 */
@NullMarked
package org.ronsel.tune;

import org.jspecify.annotations.NullMarked;
