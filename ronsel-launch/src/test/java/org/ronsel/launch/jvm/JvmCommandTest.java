package org.ronsel.launch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.remote.JvmOrder;

/** The options of a JVM that shares its host with others. */
class JvmCommandTest {
  private static final String SERIAL = "-XX:+UseSerialGC";
  private static final String CACHE = "-XX:AOTCache=ranks.aot";

  private static List<String> words(Map<String, String> environment, String... user) {
    int jvms = Runtime.getRuntime().availableProcessors() + 4;
    JvmOrder order = new JvmOrder(0, jvms, false, -1, List.of(user), List.of(), environment, null);
    return JvmCommand.words(order, 1, List.of(CACHE));
  }

  @Test
  void aJvmWithOneProcessorHasTheSerialCollectorAndItsShareOfTheMemory() {
    assertThat(words(Map.of()))
        .contains(SERIAL)
        .anyMatch(word -> word.startsWith("-XX:MaxRAMPercentage="));
    assertThat(words(Map.of(), "-XX:+UseZGC", "-Xmx1g"))
        .doesNotContain(SERIAL)
        .noneMatch(word -> word.startsWith("-XX:MaxRAMPercentage="));
  }

  /** A JVM that has an archive of classes, or is to have none, refuses another. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xshare:off",
        "-XX:SharedArchiveFile=x.jsa",
        "-XX:ArchiveClassesAtExit=x.jsa",
        "-XX:AOTCache=x.aot",
        "-XX:AOTCacheOutput=x.aot",
        "-XX:AOTMode=record"
      })
  void anArchiveOfTheUsersReplacesTheStartUpCache(String option) {
    assertThat(words(Map.of())).contains(CACHE);
    assertThat(words(Map.of(), option)).contains(option).doesNotContain(CACHE);
    assertThat(words(Map.of("JAVA_TOOL_OPTIONS", option))).doesNotContain(CACHE);
  }

  /** Two collectors are an error, and an option of the command is stronger than these. */
  @ParameterizedTest
  @CsvSource({
    "JAVA_TOOL_OPTIONS, true",
    "JDK_JAVA_OPTIONS, true",
    "_JAVA_OPTIONS, true",
    "OTHER, false"
  })
  void optionsOfTheEnvironmentCountAsTheUsers(String variable, boolean counts) {
    List<String> words = words(Map.of(variable, "-Da=b  -XX:+UseG1GC\n-XX:MaxRAMPercentage=50"));
    assertThat(words.contains(SERIAL)).isEqualTo(!counts);
    assertThat(words.stream().anyMatch(word -> word.startsWith("-XX:MaxRAMPercentage=")))
        .isEqualTo(!counts);
  }
}
