package org.ronsel.launch.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What is printed, read again, is what the published schema of Kubernetes allows. */
class PodManifestTest {
  private static final String SCHEMA_URI = "https://ronsel.test/kubernetes.json";
  private static final Map<String, String> DEFINITIONS =
      Map.of(
          "Secret", "io.k8s.api.core.v1.Secret",
          "Service", "io.k8s.api.core.v1.Service",
          "Job", "io.k8s.api.batch.v1.Job");

  private static final JsonSchemaFactory SCHEMAS = schemas();

  private static JsonSchemaFactory schemas() {
    try (InputStream in = PodManifestTest.class.getResourceAsStream("kubernetes-v1.34.0.json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return JsonSchemaFactory.getInstance(
          SpecVersion.VersionFlag.V202012,
          builder -> builder.schemaLoaders(loaders -> loaders.schemas(Map.of(SCHEMA_URI, text))));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<ValidationMessage> violations(Object document) throws IOException {
    Object kind = ((Map<?, ?>) document).get("kind");
    JsonSchema schema =
        SCHEMAS.getSchema(SchemaLocation.of(SCHEMA_URI + "#/$defs/" + DEFINITIONS.get(kind)));
    return schema.validate(JSON.std.asString(document), InputFormat.JSON);
  }

  private static PodJob job(String name, String namespace, String image, int ranks, int pods) {
    return new PodJob(
        name,
        namespace,
        image,
        ranks,
        pods,
        "2",
        "4Gi",
        1000,
        "/opt/ronsel/ronsel-core.jar",
        List.of("-Xss2m"),
        List.of("-cp", "/app/*", "Pi", "a b", "on", "$(HOME)", "1:30"));
  }

  private static List<Object> read(PodJob job) {
    List<Object> documents = new ArrayList<>();
    String text = PodManifest.text(job, new byte[32]);
    new Load(LoadSettings.builder().build()).loadAllFromString(text).forEach(documents::add);
    return documents;
  }

  @Test
  void whatIsPrintedFitsThePublishedSchema() throws Exception {
    for (PodJob job :
        List.of(
            job("pi", "", "pi:1", 8, 4),
            job("pi-2", "physics", "registry.example.org:5000/a/pi@sha256:00", 1, 1),
            new PodJob(
                "a", "", "a", 1, 1, "", "", 0, "/c.jar", List.of(), List.of("-jar", "/a")))) {
      job.check();
      List<Object> documents = read(job);
      assertThat(documents).hasSize(3);
      for (Object document : documents) {
        assertThat(violations(document)).as("%s", document).isEmpty();
      }
    }
  }

  /** The text loses nothing, and has quotes where another reader would see no string. */
  @Test
  void whatIsReadIsWhatWasWritten() {
    PodJob job = job("pi", "physics", "pi:1", 8, 4);
    assertThat(read(job)).isEqualTo(PodManifest.of(job, new byte[32]));
    assertThat(PodManifest.text(job, new byte[32]))
        .contains("- \"a b\"\n", "- \"on\"\n", "- \"$$(HOME)\"\n", "- \"1:30\"\n", "value: \"8\"\n")
        .contains("defaultMode: 256\n", "backoffLimit: 0\n", "restartPolicy: Never\n")
        .doesNotContain("*id", "&id");
  }

  /** So that the test above means something. */
  @ParameterizedTest
  @CsvSource({
    "spec/completionmode, Indexed",
    "spec/completions, four",
    "spec/template/spec/restartpolicy, Never",
    "spec/template/spec/containers, none",
    "spec/template/spec/securityContext/runAsUser, root",
  })
  void theSchemaFindsMistakes(String path, String value) throws Exception {
    Map<String, Object> job = PodManifest.of(job("pi", "", "pi:1", 8, 4), new byte[32]).get(2);
    Map<String, Object> at = job;
    String[] names = path.split("/");
    for (int i = 0; i + 1 < names.length; i++) {
      at = inner(at, names[i]);
    }
    at.put(names[names.length - 1], value);
    assertThat(violations(job)).isNotEmpty();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> inner(Map<String, Object> map, String name) {
    return (Map<String, Object>) map.get(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          pi    | ""   | ""     | 4 | 4 | --image is empty
          pi    | ""   | "a b"  | 4 | 4 | is no name of an image
          pi    | ""   | "-x"   | 4 | 4 | is no name of an image
          Pi    | ""   | pi     | 4 | 4 | --name Pi has to begin with a lower-case letter
          1pi   | ""   | pi     | 4 | 4 | --name 1pi has to begin with a lower-case letter
          pi-   | ""   | pi     | 4 | 4 | --name pi- has to
          p_i   | ""   | pi     | 4 | 4 | --name p_i has to
          p.i   | ""   | pi     | 4 | 4 | --name p.i has to
          ""    | ""   | pi     | 4 | 4 | --name  has to
          pi    | My   | pi     | 4 | 4 | --namespace My has to
          pi    | -a   | pi     | 4 | 4 | --namespace -a has to
          pi    | ""   | pi     | 0 | 1 | -n 0: a job has at least one rank
          pi    | ""   | pi     | 4 | 0 | --pods 0: there are at least 1
          pi    | ""   | pi     | 4 | 5 | --pods 5 are more than the 4 ranks
          pi    | ""   | pi     | 200000 | 100001 | at most 100000
          """)
  void whatKubernetesWouldRefuseIsRefused(
      String name, String namespace, String image, int ranks, int pods, String message) {
    assertThatThrownBy(() -> job(name, namespace, image, ranks, pods).check())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** With ten pods the longest host name has a digit, with eleven two. */
  @Test
  void theHostNameOfAPodHasRoom() {
    String name = "a".repeat(61);
    job(name, "", "pi", 10, 10).check();
    assertThatThrownBy(() -> job(name, "", "pi", 11, 11).check())
        .hasMessageContaining("has at most 63");
  }

  @ParameterizedTest
  @CsvSource({
    "--cpus, 0",
    "--cpus, two",
    "--cpus, 2Gi",
    "--memory, 4GB",
    "--memory, -1",
    "--memory, 0Gi"
  })
  void amountsThatAreNoneAreRefused(String option, String value) {
    boolean cpus = option.equals("--cpus");
    PodJob job =
        new PodJob(
            "pi",
            "",
            "pi",
            1,
            1,
            cpus ? value : "",
            cpus ? "" : value,
            1000,
            "/c.jar",
            List.of(),
            List.of("-jar", "/a.jar"));
    assertThatThrownBy(job::check).hasMessageContaining(option + " " + value + " is not");
  }
}
