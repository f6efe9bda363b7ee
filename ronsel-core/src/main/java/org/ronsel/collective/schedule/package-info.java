/**
 * Schedules: what one rank does in a collective operation, as a graph of sends, receives, copies
 * and reductions; and what runs them. An algorithm makes a {@link
 * org.ronsel.collective.schedule.Schedule} with its {@link
 * org.ronsel.collective.schedule.ScheduleBuilder}; {@link org.ronsel.collective.schedule.Bindings}
 * give it data, a {@link org.ronsel.collective.schedule.ScheduleCursor} says which step may start,
 * and a {@link org.ronsel.collective.schedule.ScheduleRun} executes it on an engine. A simulator
 * uses the first four alone.
 */
@NullMarked
package org.ronsel.collective.schedule;

import org.jspecify.annotations.NullMarked;
