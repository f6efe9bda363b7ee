package org.ronsel.bench.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Marks an option that chooses what is compared, as {@code --gate} has chosen already. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@interface Compared {
  /** Finds such options. */
  final class Options {
    private Options() {}

    /** The names of those that were given, in the order in which they were. */
    static List<String> given(ParseResult parsed) {
      return parsed.matchedOptions().stream()
          .filter(
              option ->
                  option.userObject() instanceof AnnotatedElement field
                      && field.isAnnotationPresent(Compared.class))
          .map(OptionSpec::longestName)
          .distinct()
          .toList();
    }
  }
}
