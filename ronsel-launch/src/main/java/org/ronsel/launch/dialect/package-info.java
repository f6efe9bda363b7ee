/**
 * The command lines of other families of Java MPI libraries, translated into options of {@code
 * ronsel run}: pure translation, apart from reading machine files.
 */
@NullMarked
package org.ronsel.launch.dialect;

import org.jspecify.annotations.NullMarked;
