package org.ronsel.runtime.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the environment says of a job is taken as it is, or refused in one line. */
class JobMemberTest {
  @TempDir Path folder;

  private static Map<String, String> variables(String... others) {
    Map<String, String> variables = new HashMap<>();
    variables.put("RONSEL_WIREUP", "dns:pi-{}.pi:7117");
    variables.put("RONSEL_RANK", "2");
    variables.put("RONSEL_SIZE", "4");
    variables.put("RONSEL_JOB", "pi");
    for (int i = 0; i < others.length; i += 2) {
      if (others[i + 1] == null) {
        variables.remove(others[i]);
      } else {
        variables.put(others[i], others[i + 1]);
      }
    }
    return variables;
  }

  @Test
  void anEnvironmentThatSaysNothingIsThatOfAProgramOfItsOwn() throws Exception {
    assertThat(JobMember.of(Map.of("RONSEL_RANK", "1"))).isNull();
  }

  @Test
  void kubernetesNumbersJvmsThatMayHaveSeveralRanks() throws Exception {
    JobMember member =
        JobMember.of(
            variables("RONSEL_RANK", null, "JOB_COMPLETION_INDEX", "1", "RONSEL_JVMS", "2"));
    assertThat(member.jvm()).isEqualTo(1);
    assertThat(member.jvms()).isEqualTo(2);
    assertThat(member.ranks()).isEqualTo(4);
    assertThat(member.kubernetes()).isTrue();
    assertThat(HostTemplate.of(member.wireUp()).host(12)).isEqualTo("pi-12.pi");
    assertThat(HostTemplate.of(member.wireUp()).port()).isEqualTo(7117);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          RONSEL_WIREUP | files             | RONSEL_WIREUP=files is neither file:DIRECTORY nor dns:
          RONSEL_WIREUP | "file:"           | is neither file:DIRECTORY nor dns:
          RONSEL_RANK   |                   | there is no variable RONSEL_RANK
          RONSEL_RANK   | 4                 | RONSEL_RANK=4 is no number from 0 to 3
          RONSEL_RANK   | -1                | RONSEL_RANK=-1 is no number from 0 to 3
          RONSEL_RANK   | one               | RONSEL_RANK=one is no number from 0 to 3
          RONSEL_SIZE   |                   | there is no variable RONSEL_SIZE
          RONSEL_SIZE   | 0                 | RONSEL_SIZE=0 is no number from 1 to 16777216
          RONSEL_JVMS   | 5                 | RONSEL_JVMS=5 is no number from 1 to 4
          RONSEL_JOB    |                   | there is no variable RONSEL_JOB
          RONSEL_JOB    | ../x              | RONSEL_JOB=../x has to be letters, digits
          """)
  void whatMakesNoSenseIsRefused(String name, String value, String message) {
    assertThatThrownBy(() -> JobMember.of(variables(name, value)))
        .isInstanceOf(RendezvousException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"dns:pi.pi:7117", "dns:pi-{}.pi", "dns:pi-{}.pi:0", "dns:pi-{}.pi:65536", "dns:"})
  void aTemplateHasPlaceForTheNumberAndAPort(String wireUp) {
    assertThatThrownBy(() -> HostTemplate.of(wireUp))
        .isInstanceOf(RendezvousException.class)
        .hasMessageContaining(wireUp + " is no host name with {}");
  }

  @Test
  void theSecretIsThatOfTheFileAndTheJob() throws Exception {
    Path file = folder.resolve("secret");
    assertThatThrownBy(() -> JobMember.of(variables()).secret())
        .hasMessageContaining("there is no variable RONSEL_SECRET_FILE");
    Map<String, String> named = variables("RONSEL_SECRET_FILE", file.toString());
    assertThatThrownBy(() -> JobMember.of(named).secret()).hasMessageContaining("cannot be read");
    Files.writeString(file, "short");
    assertThatThrownBy(() -> JobMember.of(named).secret()).hasMessageContaining("has 5 bytes");
    Files.write(file, "a long enough secret".getBytes(StandardCharsets.UTF_8));
    byte[] secret = JobMember.of(named).secret();
    assertThat(secret).hasSize(32).isEqualTo(JobMember.of(named).secret());
    named.put("RONSEL_JOB", "other");
    assertThat(JobMember.of(named).secret()).isNotEqualTo(secret);
  }
}
