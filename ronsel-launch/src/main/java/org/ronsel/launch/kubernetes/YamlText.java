package org.ronsel.launch.kubernetes;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/**
 * Writes maps, lists and scalars as YAML. Strings that a reader of YAML 1.1, such as kubectl's,
 * could take for another type are in quotes.
 */
final class YamlText {
  private static final DumpSettings SETTINGS =
      DumpSettings.builder()
          .setDefaultFlowStyle(FlowStyle.BLOCK)
          .setExplicitStart(true)
          .setDereferenceAliases(true)
          .setWidth(10_000)
          .setSplitLines(false)
          .build();

  private YamlText() {}

  /** Writes documents, one after the other. */
  static String of(List<Map<String, Object>> documents) {
    return new Dump(SETTINGS, new Quoting()).dumpAllToString(documents.iterator());
  }

  /** Represents strings with quotes where they are needed. */
  private static final class Quoting extends StandardRepresenter {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9./_-]*");
    private static final Set<String> WORDS =
        Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    Quoting() {
      super(SETTINGS);
      representers.put(String.class, data -> representScalar(Tag.STR, (String) data, style(data)));
    }

    private static ScalarStyle style(Object data) {
      String text = (String) data;
      boolean plain =
          PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT));
      return plain ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED;
    }
  }
}
