package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.examples.Layout.Placement;

class ConjugateGradientTest {
  private static final Path LUND_A = Job.ROOT.resolve("examples/data/lund_a.mtx");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#all")
  void theSolutionOfARealProblemHasTheResidualThatIsPrinted(Layout layout) throws Exception {
    Path solution = folder.resolve("x.mtx");
    Job job = Job.run(layout, "ConjugateGradient", LUND_A, "1e-10", 1000, solution).succeeded();

    double[][] a = readSymmetric(LUND_A);
    double[] b = multiply(a, ones(a.length));
    double[] x = readVector(solution);
    double residual = norm(minus(b, multiply(a, x))) / norm(b);
    assertThat(residual).as(job.toString()).isLessThan(2e-10);
    // Sums of residuals near rounding depend on the order of their terms.
    assertThat(job.number("residual recomputed")).isCloseTo(residual, Percentage.withPercentage(5));
    assertThat(job.word("converged after")).matches("[1-9]\\d*");
  }

  @Test
  void theSolutionIsThatOfADenseCholeskySolver() throws Exception {
    Path solution = folder.resolve("x.mtx");
    Job.run(Layout.threads(4), "ConjugateGradient", LUND_A, "1e-13", 1000, solution).succeeded();

    double[][] a = readSymmetric(LUND_A);
    double[] expected = solveByCholesky(a, multiply(a, ones(a.length)));
    double[] x = readVector(solution);
    // The condition number is 2.8e6, so that 1e-13 in the residual may be 3e-7 in the solution.
    assertThat(norm(minus(x, expected)) / norm(expected)).isLessThan(3e-7);
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void ranksMayHaveNoRows(Placement placement) throws Exception {
    Path matrix =
        Files.writeString(
            folder.resolve("small.mtx"),
            """
            %%MatrixMarket matrix coordinate integer symmetric
            % a comment, and a blank line

            2 2 3
            1 1 4
            2 1 1
            2 2 3
            """);
    Path solution = folder.resolve("x.mtx");
    Job job =
        Job.run(new Layout(3, placement), "ConjugateGradient", matrix, "1e-12", 10, solution)
            .succeeded();

    assertThat(readVector(solution)).as(job.toString()).containsExactly(ones(2), within(1e-12));
    assertThat(job.number("largest error of x")).isLessThan(1e-12);
  }

  @Test
  void tooFewIterationsAreAFailureThatStillShowsTheResidual() throws Exception {
    Job job = Job.run(Layout.threads(2), "ConjugateGradient", LUND_A, "1e-10", 1);

    assertThat(job.status()).as(job.toString()).isEqualTo(1);
    assertThat(job.word("not converged after")).isEqualTo("1");
    assertThat(job.number("residual recomputed")).isGreaterThan(1e-3);
  }

  @Test
  void anIndefiniteMatrixIsNoticed() throws Exception {
    Path matrix =
        Files.writeString(
            folder.resolve("indefinite.mtx"),
            """
            %%MatrixMarket matrix coordinate real symmetric
            3 3 5
            1 1 1
            2 1 -5
            2 2 1
            3 2 0.5
            3 3 1
            """);
    Job job = Job.run(Layout.threads(3), "ConjugateGradient", matrix);

    assertThat(job.status()).as(job.toString()).isEqualTo(1);
    assertThat(job.lines()).anyMatch(line -> line.contains("not positive definite"));
  }

  // ---- reading and linear algebra, apart from the program's own ----

  private static double[][] readSymmetric(Path file) throws IOException {
    Deque<String> lines = dataLines(file);
    int order = Integer.parseInt(lines.removeFirst().split(" ")[0]);
    double[][] a = new double[order][order];
    for (String line : lines) {
      String[] entry = line.split("\\s+");
      int i = Integer.parseInt(entry[0]) - 1;
      int j = Integer.parseInt(entry[1]) - 1;
      a[i][j] = Double.parseDouble(entry[2]);
      a[j][i] = a[i][j];
    }
    return a;
  }

  private static double[] readVector(Path file) throws IOException {
    assertThat(Files.readAllLines(file).getFirst())
        .isEqualTo("%%MatrixMarket matrix array real general");
    Deque<String> lines = dataLines(file);
    assertThat(lines.removeFirst()).isEqualTo(lines.size() + " 1");
    return lines.stream().mapToDouble(Double::parseDouble).toArray();
  }

  private static Deque<String> dataLines(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return new ArrayDeque<>(
        lines.stream().map(String::trim).filter(s -> !s.isEmpty() && !s.startsWith("%")).toList());
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] multiply(double[][] a, double[] x) {
    double[] result = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        result[i] += a[i][j] * x[j];
      }
    }
    return result;
  }

  private static double[] minus(double[] a, double[] b) {
    double[] result = a.clone();
    for (int i = 0; i < a.length; i++) {
      result[i] -= b[i];
    }
    return result;
  }

  private static double norm(double[] a) {
    double sum = 0;
    for (double x : a) {
      sum += x * x;
    }
    return Math.sqrt(sum);
  }

  private static double[] solveByCholesky(double[][] a, double[] b) {
    int n = b.length;
    double[][] l = new double[n][n];
    double[] x = b.clone();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i][j];
        for (int k = 0; k < j; k++) {
          sum -= l[i][k] * l[j][k];
        }
        assertThat(i != j || sum > 0).as("positive definite").isTrue();
        l[i][j] = i == j ? Math.sqrt(sum) : sum / l[j][j];
      }
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i; k++) {
        x[i] -= l[i][k] * x[k];
      }
      x[i] /= l[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        x[i] -= l[k][i] * x[k];
      }
      x[i] /= l[i][i];
    }
    return x;
  }
}
