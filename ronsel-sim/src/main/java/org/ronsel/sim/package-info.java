/**
 * Simulation of collective operations: the schedules that the library would execute, for all ranks
 * of a {@link org.ronsel.sim.SimulatedPlacement}, as discrete events in virtual time at the costs
 * of a {@link org.ronsel.sim.Model}, without data. {@link org.ronsel.sim.Predictor} is the entry
 * point; {@link org.ronsel.sim.Fit} fits a model to measurements. May use the packages {@code
 * collective} of the core.
 */
@NullMarked
package org.ronsel.sim;

import org.jspecify.annotations.NullMarked;
