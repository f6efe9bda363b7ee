package org.ronsel.machine;

/**
 * Superclass of objects whose fields one core writes often while another reads what lies before
 * them: keeps the subclass's fields two cache lines away from the preceding object. (Processors
 * fetch lines in pairs.)
 *
 * <p>The first field fills the word behind the object's header; without it the JVM would put a
 * subclass's field there. What lies behind the subclass's fields is for a class below it to pad.
 */
@SuppressWarnings("unused") // they take up room
public abstract class LeadingPadding {
  private int gap;
  private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

  /** For subclasses. */
  protected LeadingPadding() {}
}
