/** {@link org.ronsel.junit.RankTest} runs a JUnit 5 test method on every rank of a job. */
@NullMarked
package org.ronsel.junit;

import org.jspecify.annotations.NullMarked;
