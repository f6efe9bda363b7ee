/**
 * Events of the JDK Flight Recorder: what {@code jcmd} and {@code -XX:StartFlightRecording} record
 * of an engine's messages and waits, and whether anybody does. {@code docs/observability.md} lists
 * them with their fields.
 */
@NullMarked
package org.ronsel.engine.event;

import org.jspecify.annotations.NullMarked;
