package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.bench.report.SampleRows.row;
import static org.ronsel.bench.report.SampleRows.skipped;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Workload;

class PicturesTest {
  private static final List<Workload> PINGPONG =
      Benchmark.PINGPONG.workloads(List.of(8, 1024), List.of(), false);
  private static final List<Workload> SUMS =
      Benchmark.ALLREDUCE.workloads(List.of(8, 1024), List.of(2, 4), false);
  private static final List<Workload> RATE = Benchmark.RATE.workloads(List.of(8), List.of(), false);

  @TempDir Path folder;

  private static Results results() {
    return new Results(
        Stream.of(PINGPONG, SUMS, RATE)
            .flatMap(List::stream)
            .flatMap(
                each ->
                    Stream.of(
                        row(each, "threads", Kind.RONSEL, 0, 100, 90, 110),
                        row(each, "handover", Kind.LIMIT, 0, 10, 9, 11),
                        skipped(each, "mpich", Kind.PEER, "MPICH is not installed")))
            .toList());
  }

  @Test
  void whatDiffersBySizeOnlyIsOnePicture() {
    assertThat(Pictures.groups(results()))
        .containsOnlyKeys("pingpong", "allreduce-2", "allreduce-4")
        .containsEntry("pingpong", PINGPONG);
  }

  @Test
  void drawsWhatWasMeasured() throws IOException {
    List<Path> files = Pictures.write(results(), folder.resolve("new"));
    assertThat(files)
        .extracting(file -> folder.relativize(file).toString())
        .containsExactly("new/pingpong.png", "new/allreduce-2.png", "new/allreduce-4.png");
    BufferedImage picture = ImageIO.read(files.getFirst().toFile());
    assertThat(picture.getWidth()).isGreaterThan(picture.getHeight());
    int width = picture.getWidth();
    int[] colours = picture.getRGB(0, 0, width, picture.getHeight(), null, 0, width);
    assertThat(Arrays.stream(colours).distinct().count()).isGreaterThan(2);
    assertThat(folder.resolve("new")).isDirectoryNotContaining("glob:**.png.*");
  }

  @ParameterizedTest
  @CsvSource({"3, 8", "10, 1K", "20, 1M", "3.5, ''", "-1, ''", "40, ''"})
  void theAxisNamesSizes(double logarithm, String name) {
    assertThat(Pictures.size(logarithm)).isEqualTo(name);
  }
}
