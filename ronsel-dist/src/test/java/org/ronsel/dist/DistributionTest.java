package org.ronsel.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What a distribution has beside its jars. */
class DistributionTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)(#[^)]*)?\\)");

  private final List<Path> sources;

  DistributionTest() throws Exception {
    Document assembly =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(Path.of("dist.xml").toFile());
    sources =
        List.of("source", "directory").stream()
            .flatMap(tag -> texts(assembly.getElementsByTagName(tag)).stream())
            .toList();
  }

  private static List<Path> texts(NodeList elements) {
    return IntStream.range(0, elements.getLength())
        .mapToObj(i -> Path.of(elements.item(i).getTextContent()))
        .toList();
  }

  @Test
  void hasWhatItsReadmeLinksTo() throws Exception {
    Path readme = Path.of("../README.md");
    assertThat(sources).contains(readme);

    List<Path> linked =
        LINK.matcher(Files.readString(readme))
            .results()
            .map((MatchResult link) -> Path.of("..").resolve(link.group(1)))
            .toList();

    assertThat(linked)
        .isNotEmpty()
        .allMatch(Files::exists)
        .allMatch(file -> sources.stream().anyMatch(file::startsWith));
  }
}
