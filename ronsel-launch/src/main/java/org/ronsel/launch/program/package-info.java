/**
 * Programs of users: the forms in which they can be given, their compilation, and the options that
 * a JVM needs to run them. Uses {@code install} and {@code console}.
 */
@NullMarked
package org.ronsel.launch.program;

import org.jspecify.annotations.NullMarked;
