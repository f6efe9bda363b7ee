/**
 * Programs of users: the forms in which they can be given, what they are compiled to, and what a
 * JVM needs to run them. Uses {@code install} and {@code console}.
 */
@NullMarked
package org.ronsel.launch.program;

import org.jspecify.annotations.NullMarked;
