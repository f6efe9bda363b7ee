/**
 * The command line of {@code ronsel run}: its options, their help, and the plan that they describe.
 * Uses {@code plan}, {@code batch}, {@code dialect} and the packages that these may use; starts
 * nothing.
 */
@NullMarked
package org.ronsel.launch.run;

import org.jspecify.annotations.NullMarked;
