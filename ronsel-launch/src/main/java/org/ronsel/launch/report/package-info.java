/**
 * What a user is told of a job, as text or file: where its ranks are, what they wait for, what they
 * have called and when. Uses {@code plan}, {@code console} and {@code spi}; starts and asks nobody.
 */
@NullMarked
package org.ronsel.launch.report;

import org.jspecify.annotations.NullMarked;
