package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BfsTest {
  private static final int SCALE = 9;
  private static final int EDGE_FACTOR = 8;
  private static final int SEED = 42;

  private static final Pattern SEARCH =
      Pattern.compile(
          "root (\\d+): (\\d+) levels, (\\d+) vertices, (\\d+) edges, tree (\\w+), .* seconds");

  static Stream<Arguments> formsAndLayouts() {
    return Stream.of("one-sided", "two-sided")
        .flatMap(form -> Layout.few().map(layout -> Arguments.of(form, layout)));
  }

  @ParameterizedTest
  @MethodSource("formsAndLayouts")
  void theTreesAreThoseOfASequentialSearch(String form, Layout layout) throws Exception {
    Job job = Job.run(layout, "Bfs", form, SCALE, EDGE_FACTOR, SEED).succeeded();

    List<Matcher> searches =
        job.lines().stream().map(SEARCH::matcher).filter(Matcher::matches).toList();
    assertThat(searches).as(job.toString()).hasSize(4);
    for (Matcher search : searches) {
      Tree tree = Tree.of(Integer.parseInt(search.group(1)));
      assertThat(search.group(2)).as(job.toString()).isEqualTo(Integer.toString(tree.levels));
      assertThat(search.group(3)).as(job.toString()).isEqualTo(Integer.toString(tree.vertices));
      assertThat(search.group(4)).as(job.toString()).isEqualTo(Long.toString(tree.edges));
      assertThat(search.group(5)).as(job.toString()).isEqualTo(tree.checksum);
    }
    assertThat(job.lines()).contains("all trees are valid");
  }

  @Test
  void ranksMayHaveNoVertices() throws Exception {
    Job job = Job.run(Layout.threads(6), "Bfs", "one-sided", 2).succeeded();

    assertThat(job.lines()).contains("all trees are valid");
  }

  /** What a search from a root finds; the neighbours of each vertex are in a queue. */
  private record Tree(int levels, int vertices, long edges, String checksum) {
    static Tree of(int root) {
      int n = 1 << SCALE;
      int[][] edges = new int[EDGE_FACTOR * n][];
      Arrays.setAll(edges, Tree::edge);
      int[] level = new int[n];
      int[] parent = new int[n];
      Arrays.fill(level, Integer.MAX_VALUE);
      Arrays.fill(parent, Integer.MAX_VALUE);
      level[root] = 0;
      Queue<Integer> queue = new ArrayDeque<>(List.of(root));
      int last = root;
      while (!queue.isEmpty()) {
        last = queue.remove();
        for (int[] edge : edges) {
          for (int end = 0; end < 2; end++) {
            int to = edge[1 - end];
            if (edge[end] == last && level[to] == Integer.MAX_VALUE) {
              level[to] = level[last] + 1;
              queue.add(to);
            }
          }
        }
      }
      parent[root] = root;
      long inside = 0;
      for (int[] edge : edges) {
        for (int end = 0; end < 2; end++) {
          int from = edge[end];
          int to = edge[1 - end];
          if (level[from] != Integer.MAX_VALUE && level[to] == level[from] + 1) {
            parent[to] = Math.min(parent[to], from);
          }
        }
        inside += level[edge[0]] != Integer.MAX_VALUE && edge[0] != edge[1] ? 1 : 0;
      }
      ByteBuffer bytes = ByteBuffer.allocate(n * Integer.BYTES);
      Arrays.stream(parent).forEach(bytes::putInt);
      CRC32 crc = new CRC32();
      crc.update(bytes.flip());
      int reached = (int) Arrays.stream(level).filter(each -> each != Integer.MAX_VALUE).count();
      return new Tree(level[last] + 1, reached, inside, "%08x".formatted(crc.getValue()));
    }

    private static int[] edge(int number) {
      SplittableRandom mixer = new SplittableRandom(((long) SEED << 36) + number);
      SplittableRandom random = new SplittableRandom(mixer.nextLong());
      int from = 0;
      int to = 0;
      for (int bit = 0; bit < SCALE; bit++) {
        double chance = random.nextDouble();
        from = 2 * from + (chance < 0.76 ? 0 : 1);
        to = 2 * to + (chance < 0.57 || chance >= 0.76 && chance < 0.95 ? 0 : 1);
      }
      return new int[] {scrambled(from), scrambled(to)};
    }

    private static int scrambled(int vertex) {
      int mixed = vertex;
      for (int round = 0; round < 3; round++) {
        mixed = Math.floorMod((mixed + SEED) * 0x2c1b3c6d, 1 << SCALE);
        mixed ^= mixed >>> (SCALE + 1) / 2;
      }
      return mixed;
    }
  }
}
