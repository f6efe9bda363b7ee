package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.examples.Layout.Placement;

/** Wrong arguments and unusable files end a job with status 2 and one message, at once. */
class BadArgumentsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "Rod | /no/such/folder | usage: Rod FOLDER [CELLS [STEPS]], with a cell or more for each rank",
        "Rod | . 1 | usage: Rod FOLDER [CELLS [STEPS]], with a cell or more for each rank",
        "Fdtd | a.png 1 1 | Fdtd: 1 x 1 cells cannot be cut into 2 blocks",
        "NBody | missing | NBody: there is no file missing",
        "NBody | / | NBody: / is not a regular file",
        "NBody | a b.png 1 2 | NBody: THETA must be between 0 and 1, not 2",
        "NBody | a b.png 1 1 0.0 | NBody: STRETCH must be a number above 0 and below 1000, not 0.0",
        "Ticks | missing.gz | Ticks: there is no file missing.gz",
        "Ticks | a.gz 100 | Ticks: BLOCK_BYTES must be a whole number of at least 256, not 100",
        "Ring | 0 | usage: Ring [ROUNDS], a whole number of at least 1",
        "Ring | ten | usage: Ring [ROUNDS], a whole number of at least 1",
        "Ring | 1 2 | usage: Ring [ROUNDS], a whole number of at least 1",
        "Stencil | 0 | usage: Stencil [SIDE [STEPS]], SIDE from 1 to 10000, STEPS at least 1",
        "Overlap | 0 | usage: Overlap [DOUBLES [OPERATIONS]], whole numbers of at least 1, on an even"
            + " number of ranks",
        "Stalls | 0 | usage: Stalls [MILLISECONDS], at least 1, on two ranks or more",
        "Costs | 0 | usage: Costs [OPERATIONS], at least 1, on two ranks or more",
        "Balance | 0 | usage: Balance [PUTS], at least 1, on an even number of ranks",
        "Pi | 0 | usage: Pi [STRIPS], a whole number of at least 1",
        "Pi | 1e6 | usage: Pi [STRIPS], a whole number of at least 1",
        "Heat2D | a.png 10 | Heat2D: expected 0, 1, 3 or 4 arguments, not 2",
        "Heat2D | a.png 10 10 0 | Heat2D: MAX_STEPS must be a whole number from 1 to 1000000000,"
            + " not 0",
        "Heat2D | a.png -1 10 | Heat2D: WIDTH must be a whole number from 1 to 10000, not -1",
        "Heat2D | a.png 10 99999999999 | Heat2D: HEIGHT must be a whole number from 1 to 10000,"
            + " not 99999999999",
        "Heat2D | a.png 1 1 | Heat2D: 1 x 1 cells cannot be cut into 2 blocks",
        "Heat2D | missing/a.png | Heat2D: cannot write missing/a.png",
        "WordCount |  | WordCount: expected one FILE",
        "WordCount | missing.txt | WordCount: there is no file missing.txt",
        "WordCount | / | WordCount: / is not a regular file",
        "Contraction | 1 2 3 4 5 | Contraction: expected 0 to 4 arguments, not 5",
        "Contraction | 0 | Contraction: BLOCKS must be a whole number from 1 to 100, not 0",
        "Bfs |  | Bfs: expected 1 to 4 arguments, not 0",
        "Bfs | both | Bfs: expected one-sided or two-sided, not both",
        "Bfs | one-sided 27 | Bfs: SCALE must be a whole number from 1 to 26, not 27",
        "ConjugateGradient |  | ConjugateGradient: expected 1 to 4 arguments, not 0",
        "ConjugateGradient | a.mtx 1 | ConjugateGradient: TOLERANCE must be between 0 and 1, not 1",
        "ConjugateGradient | a.mtx 1e-9 0 | ConjugateGradient: MAX_ITERATIONS must be a whole"
            + " number from 1 to 999999999, not 0",
        "ConjugateGradient | a.mtx 1e-9 9 no/x | ConjugateGradient: cannot write no/x",
        "ConjugateGradient | missing.mtx | ConjugateGradient: there is no file missing.mtx",
        "ConjugateGradient | / | ConjugateGradient: / is not a regular file",
      },
      delimiter = '|')
  void aWrongArgumentIsNamed(String program, String args, String message) throws Exception {
    Object[] split = args == null ? new Object[0] : args.split(" ");

    assertRefused(Job.run(Layout.threads(2), program, split), message);
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void oneMessageComesFromAnyPlacement(Placement placement) throws Exception {
    Layout layout = new Layout(3, placement);
    String file = folder.resolve("missing").toString();

    assertRefused(Job.runSource(layout, "WordCount", file), "WordCount: there is no file " + file);
    assertRefused(
        Job.run(layout, "ConjugateGradient", file), "ConjugateGradient: there is no file " + file);
    assertRefused(
        Job.run(layout, "Heat2D", file + "/a.png"), "Heat2D: cannot write " + file + "/a.png");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "hello | 1 | not a Matrix Market file: it does not begin with \"%%MatrixMarket matrix\""
            + " and three more words",
        "%%MatrixMarket matrix array real symmetric | 1 | the matrix is \"array real symmetric\","
            + " but this program needs \"coordinate real symmetric\" or \"coordinate integer"
            + " symmetric\"",
        "%%MatrixMarket matrix coordinate pattern symmetric | 1 | the matrix is \"coordinate"
            + " pattern symmetric\", but",
        "%%MatrixMarket matrix coordinate real general | 1 | the matrix is \"coordinate real"
            + " general\", but",
        "SYM;2 3 2 | 2 | the matrix is not square: 2 x 3",
        "SYM;2 2 | 2 | expected three numbers: 2 2",
        "SYM;2 2 1;1 1 1 | 2 | not positive definite: 1 entries for 2 rows leave a zero on the"
            + " diagonal",
        "SYM;2 2 900000000 | 2 | 900000000 entries do not fit into this file",
        "SYM;2 2 2;1 1 1;3 1 1 | 4 | expected a number from 1 to 2, not 3",
        "SYM;2 2 2;0 1 1;2 2 1 | 3 | expected a number from 1 to 2, not 0",
        "SYM;2 2 2;1 1 NaN;2 2 1 | 3 | expected a finite number, not NaN",
        "SYM;2 2 2;1 1 1;2 2 one | 4 | expected a finite number, not one",
        "SYM;2 2 2;1 1 1;1 2 1 | 4 | entry above the diagonal; a symmetric file has those on and"
            + " below it only",
        "SYM;2 2 2;1 1 1 | 3 | the file ends too early",
        "SYM;2 2 2;1 1 1;2 2 1;2 1 0 | 5 | more than the announced 2 entries",
        "SYM;2 2 2;1 1 1;2 2 -1 | 4 | not positive definite: the diagonal of row 2 is -1.0",
      },
      delimiter = '|')
  void anUnusableMatrixIsRefusedWithTheLine(String content, int line, String message)
      throws Exception {
    String text = content.replace("SYM", "%%MatrixMarket matrix coordinate real symmetric");
    Path file = Files.writeString(folder.resolve("bad.mtx"), text.replace(';', '\n') + "\n");

    assertRefused(
        Job.run(Layout.threads(2), "ConjugateGradient", file),
        "ConjugateGradient: " + file + ", line " + line + ": " + message);
  }

  private static void assertRefused(Job job, String message) {
    assertThat(job.status()).as(job.toString()).isEqualTo(2);
    assertThat(job.out()).as(job.toString()).isEmpty();
    // The launcher adds lines of its own.
    List<String> lines = new ArrayList<>(job.err().lines().toList());
    lines.removeIf(line -> line.startsWith("ronsel: "));
    assertThat(lines).as(job.toString()).isNotEmpty();
    assertThat(lines.removeFirst()).startsWith(message);
    assertThat(lines).allMatch(line -> line.startsWith("usage: ")).hasSizeLessThan(2);
  }
}
