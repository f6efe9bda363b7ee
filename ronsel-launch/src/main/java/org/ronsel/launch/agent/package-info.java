/**
 * The agent on other hosts of a job: starts JVMs there and receives files for them. Uses {@code
 * jvm}, {@code files}, {@code remote} and {@code console}.
 */
@NullMarked
package org.ronsel.launch.agent;

import org.jspecify.annotations.NullMarked;
