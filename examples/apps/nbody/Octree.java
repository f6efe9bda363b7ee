package nbody;

import java.util.Arrays;

/**
 * Octree of masses (J. Barnes and P. Hut, Nature 324, 1986), in arrays: a node is a cube, of which
 * leaves hold a few masses.
 */
final class Octree {
  /** The constant of gravity in Gadget's units: kpc, 10^10 solar masses, km/s. */
  static final double GRAVITY = 43007.1;

  private static final int IN_LEAF = 8;
  private static final int DEEPEST = 40;

  private final double theta;
  private final double soft2; // softening, squared
  private final double[] masses; // x, y, z and mass, each
  private final int[] next; // next mass in the same leaf
  private int nodes;
  private double[] cube = new double[4 * 64]; // centre and half its side
  private double[] whole = new double[4 * 64]; // centre of mass, and mass
  private int[] children = new int[8 * 64]; // 0 for none
  private int[] first = new int[64]; // first mass; -1 for none, -2 for a node with children
  private int[] held = new int[64];
  double x, y, z, potential; // results of the last call of attract

  Octree(double[] masses, int count, double theta, double softening) {
    this.masses = masses;
    this.theta = theta;
    soft2 = softening * softening;
    next = new int[count];
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    extend(low, high, masses, 4, count);
    double half = 0;
    for (int k = 0; k < 3; k++) {
      half = Math.max(half, (high[k] - low[k]) / 2 * 1.000001 + 1e-300);
    }
    node((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2, half);
    for (int i = 0; i < count; i++) {
      insert(i);
    }
    sumUp();
  }

  /** Extends a box so that it holds points that are a number of elements apart in an array. */
  static void extend(double[] low, double[] high, double[] points, int distance, int count) {
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], points[distance * i + k]);
        high[k] = Math.max(high[k], points[distance * i + k]);
      }
    }
  }

  private int node(double x, double y, double z, double half) {
    if (nodes == first.length) {
      cube = Arrays.copyOf(cube, 2 * cube.length);
      whole = Arrays.copyOf(whole, 2 * whole.length);
      children = Arrays.copyOf(children, 2 * children.length);
      first = Arrays.copyOf(first, 2 * first.length);
      held = Arrays.copyOf(held, 2 * held.length);
    }
    cube[4 * nodes] = x;
    cube[4 * nodes + 1] = y;
    cube[4 * nodes + 2] = z;
    cube[4 * nodes + 3] = half;
    first[nodes] = -1;
    return nodes++;
  }

  private void insert(int mass) {
    int node = 0;
    int depth = 0;
    while (true) {
      if (first[node] == -2) {
        node = child(node, mass);
        depth++;
      } else if (held[node] < IN_LEAF || depth >= DEEPEST) {
        next[mass] = first[node];
        first[node] = mass;
        held[node]++;
        return;
      } else {
        int inside = first[node];
        first[node] = -2;
        while (inside >= 0) {
          int following = next[inside];
          int into = child(node, inside);
          next[inside] = first[into];
          first[into] = inside;
          held[into]++;
          inside = following;
        }
      }
    }
  }

  /** The child of a node in which a mass lies. */
  private int child(int node, int mass) {
    int octant = 0;
    for (int k = 0; k < 3; k++) {
      octant |= masses[4 * mass + k] > cube[4 * node + k] ? 1 << k : 0;
    }
    int child = children[8 * node + octant];
    if (child == 0) {
      double half = cube[4 * node + 3] / 2;
      child =
          node(
              cube[4 * node] + ((octant & 1) != 0 ? half : -half),
              cube[4 * node + 1] + ((octant & 2) != 0 ? half : -half),
              cube[4 * node + 2] + ((octant & 4) != 0 ? half : -half),
              half);
      children[8 * node + octant] = child;
    }
    return child;
  }

  /** Sums up the masses of nodes. Children come after their parents, so the loop runs backwards. */
  private void sumUp() {
    for (int node = nodes - 1; node >= 0; node--) {
      double mass = 0, x = 0, y = 0, z = 0;
      for (int i = first[node]; i >= 0; i = next[i]) {
        double m = masses[4 * i + 3];
        mass += m;
        x += m * masses[4 * i];
        y += m * masses[4 * i + 1];
        z += m * masses[4 * i + 2];
      }
      for (int k = 0; k < 8 && first[node] == -2; k++) {
        int child = children[8 * node + k];
        if (child != 0) {
          double m = whole[4 * child + 3];
          mass += m;
          x += m * whole[4 * child];
          y += m * whole[4 * child + 1];
          z += m * whole[4 * child + 2];
        }
      }
      whole[4 * node] = mass > 0 ? x / mass : cube[4 * node];
      whole[4 * node + 1] = mass > 0 ? y / mass : cube[4 * node + 1];
      whole[4 * node + 2] = mass > 0 ? z / mass : cube[4 * node + 2];
      whole[4 * node + 3] = mass;
    }
  }

  /** Acceleration and potential at a point, of all masses but those at the point itself. */
  void attract(double px, double py, double pz, int[] stack) {
    x = 0;
    y = 0;
    z = 0;
    potential = 0;
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      int node = stack[--top];
      double dx = whole[4 * node] - px;
      double dy = whole[4 * node + 1] - py;
      double dz = whole[4 * node + 2] - pz;
      double side = 2 * cube[4 * node + 3];
      double distance2 = dx * dx + dy * dy + dz * dz;
      if (side * side < theta * theta * distance2) {
        add(dx, dy, dz, whole[4 * node + 3]);
      } else if (first[node] != -2) {
        for (int i = first[node]; i >= 0; i = next[i]) {
          add(
              masses[4 * i] - px,
              masses[4 * i + 1] - py,
              masses[4 * i + 2] - pz,
              masses[4 * i + 3]);
        }
      } else {
        for (int k = 0; k < 8; k++) {
          if (children[8 * node + k] != 0) {
            stack[top++] = children[8 * node + k];
          }
        }
      }
    }
  }

  private void add(double dx, double dy, double dz, double mass) {
    double distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 == 0) {
      return;
    }
    double inverse = 1 / Math.sqrt(distance2 + soft2);
    double pull = GRAVITY * mass * inverse * inverse * inverse;
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
    potential -= GRAVITY * mass * inverse;
  }

  /**
   * The masses that a rank whose stars lie in a box needs: each group far from all of the box is
   * one mass.
   */
  double[] essential(double[] low, double[] high, int[] stack) {
    double[] needed = new double[256];
    int size = 0;
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      int node = stack[--top];
      double distance2 = 0;
      for (int k = 0; k < 3; k++) {
        double at = whole[4 * node + k];
        double away = Math.max(0, Math.max(low[k] - at, at - high[k]));
        distance2 += away * away;
      }
      double side = 2 * cube[4 * node + 3];
      boolean far = side * side < theta * theta * distance2;
      int count = far ? 1 : first[node] == -2 ? 0 : held[node];
      if (size + 4 * count > needed.length) {
        needed = Arrays.copyOf(needed, Math.max(2 * needed.length, size + 4 * count));
      }
      if (far) {
        System.arraycopy(whole, 4 * node, needed, size, 4);
        size += 4;
      } else if (first[node] != -2) {
        for (int i = first[node]; i >= 0; i = next[i]) {
          System.arraycopy(masses, 4 * i, needed, size, 4);
          size += 4;
        }
      } else {
        for (int k = 0; k < 8; k++) {
          if (children[8 * node + k] != 0) {
            stack[top++] = children[8 * node + k];
          }
        }
      }
    }
    return Arrays.copyOf(needed, size);
  }
}
