package org.ronsel.npb.cfd;

import java.util.List;

/**
 * Constants of the discrete equations (NAS-95-020, section 3.2), whose names are the
 * specification's.
 *
 * @param dt time step
 * @param directions x, y and z
 */
public record Flow(double dt, List<Direction> directions) {
  /** Variables at a point: density, momentum in x, y and z, energy. */
  public static final int VARIABLES = 5;

  /** Ratio of specific heats. */
  public static final double C1 = 1.4;

  /** Ratio of specific heats, less 1. */
  public static final double C2 = 0.4;

  /** Coefficient of viscosity. */
  public static final double C3C4 = 0.1;

  /** Coefficient of heat conduction. */
  public static final double C1345 = C1 * C1 * C3C4;

  /** Normal stress as a multiple of shear stress. */
  public static final double CON43 = 4.0 / 3.0;

  /** Factor of the fourth-order dissipation. */
  public static final double DSSP = 0.25;

  private static final double DIFFUSION_X_Y = 0.75;
  private static final double DIFFUSION_Z = 1;

  /** Copies the list. */
  public Flow {
    directions = List.copyOf(directions);
  }

  /** The constants of a grid whose steps are the reciprocals of these numbers. */
  public static Flow of(double dt, double stepsX, double stepsY, double stepsZ) {
    return new Flow(
        dt,
        List.of(
            Direction.of(0, stepsX, DIFFUSION_X_Y),
            Direction.of(1, stepsY, DIFFUSION_X_Y),
            Direction.of(2, stepsZ, DIFFUSION_Z)));
  }

  /** The constants of a cube of {@code points} points in each direction. */
  public static Flow ofCube(double dt, int points) {
    return of(dt, points - 1.0, points - 1.0, points - 1.0);
  }

  /** One of the directions, 0 to 2. */
  public Direction direction(int index) {
    return directions.get(index);
  }

  /**
   * Constants of one direction, with h as the distance of points.
   *
   * @param index 0 for x, 1 for y, 2 for z
   * @param t1 1/h<sup>2</sup>
   * @param t2 1/(2h)
   * @param d second-order diffusion, the same for all variables
   */
  public record Direction(int index, double t1, double t2, double d) {
    static Direction of(int index, double steps, double d) {
      return new Direction(index, steps * steps, steps / 2, d);
    }

    /** The variable that is the momentum in this direction. */
    public int normal() {
      return index + 1;
    }

    /** The variable that is the momentum in the next direction, in the order x, y, z, x. */
    public int firstTangential() {
      return (index + 1) % 3 + 1;
    }

    /** The variable that is the momentum in the direction after the next. */
    public int secondTangential() {
      return (index + 2) % 3 + 1;
    }
  }
}
