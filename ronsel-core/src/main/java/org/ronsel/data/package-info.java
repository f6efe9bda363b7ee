/** Element types and the movement of user data between arrays, memory segments and transports. */
@NullMarked
package org.ronsel.data;

import org.jspecify.annotations.NullMarked;
