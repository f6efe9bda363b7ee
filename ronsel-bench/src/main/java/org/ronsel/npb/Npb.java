package org.ronsel.npb;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ronsel.npb.bt.Bt;
import org.ronsel.npb.cg.Cg;
import org.ronsel.npb.ep.Ep;
import org.ronsel.npb.ft.Ft;
import org.ronsel.npb.is.Is;
import org.ronsel.npb.lu.Lu;
import org.ronsel.npb.mg.Mg;
import org.ronsel.npb.multizone.BtMz;
import org.ronsel.npb.multizone.SpMz;
import org.ronsel.npb.sp.Sp;

/** The NAS Parallel Benchmarks of this module. */
public final class Npb {
  private static final List<NpbKernel> ALL =
      List.of(
          new Ep(),
          new Cg(),
          new Mg(),
          new Ft(),
          new Is(),
          new Lu(),
          new Sp(),
          new Bt(),
          new BtMz(),
          new SpMz());

  private Npb() {}

  /** All of them, in the order of the specification. */
  public static List<NpbKernel> all() {
    return ALL;
  }

  /**
   * The benchmark with a name.
   *
   * @throws IllegalArgumentException listing the names
   */
  public static NpbKernel named(String name) {
    for (NpbKernel kernel : ALL) {
      if (kernel.name().equals(name.toLowerCase(Locale.ROOT))) {
        return kernel;
      }
    }
    throw new IllegalArgumentException(
        "no benchmark is called '" + name + "'; there are " + names());
  }

  /** All names, such as "ep, cg, mg". */
  public static String names() {
    return ALL.stream().map(NpbKernel::name).collect(Collectors.joining(", "));
  }
}
