/**
 * The control connection between the launcher and a JVM of the job: frames, their bytes, the mutual
 * proof of the job's secret. What arrives is parsed as untrusted.
 */
@NullMarked
package org.ronsel.runtime.control;

import org.jspecify.annotations.NullMarked;
