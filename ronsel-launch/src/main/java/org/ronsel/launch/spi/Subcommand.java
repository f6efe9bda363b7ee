package org.ronsel.launch.spi;

/**
 * A command that another module adds to {@code ronsel}; found by {@link java.util.ServiceLoader}.
 */
public interface Subcommand {
  /** An object annotated as a picocli command; its annotation names it. */
  Object command();
}
