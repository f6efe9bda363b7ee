import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the code that exists once per primitive type, or once per mode of sending.
 *
 * <pre>java ExpandTemplates.java TEMPLATES OUTPUT</pre>
 *
 * <p>Every {@code TEMPLATES/<path>.java.template} becomes {@code OUTPUT/<path>.java}. A template is
 * Java source in which the lines between
 *
 * <pre>
 *   //#each primitive
 *   //#end
 * </pre>
 *
 * <p>are repeated for byte, boolean, char, short, int, long, float and double, in this order, or,
 * after {@code //#each primitive:int,long}, for the types named, in the order named. In each
 * repetition these words are replaced:
 *
 * <table>
 *   <caption>Replacements</caption>
 *   <tr><td>{@code $type$}</td><td>the keyword: {@code double}</td></tr>
 *   <tr><td>{@code $Type$}</td><td>capitalised, for names: {@code Double}, {@code Int}</td></tr>
 *   <tr><td>{@code $TYPE$}</td><td>in capitals, for constants: {@code DOUBLE}</td></tr>
 * </table>
 *
 * <p>Lines after {@code //#each mode} are repeated for the four modes of a send, and lines after
 * {@code //#each primitive mode} for each mode of each type. Then these words are replaced too:
 *
 * <table>
 *   <caption>Replacements for modes</caption>
 *   <tr><td>{@code $Mode$}</td><td>what the name of a call ends in: nothing, {@code Synchronous}</td></tr>
 *   <tr><td>{@code $MODE$}</td><td>the constant of {@code SendMode}</td></tr>
 *   <tr><td>{@code $returns$}</td><td>when a blocking call returns</td></tr>
 *   <tr><td>{@code $completes$}</td><td>when the request completes</td></tr>
 * </table>
 *
 * <p>All other lines are copied as they are. Blocks do not nest. A mistake in a template ends the
 * program with status 1 and a message {@code file:line: what is wrong}. A file whose content would
 * not change is left alone, so that the compiler sees no change either; a file in OUTPUT that has
 * no template any more is deleted.
 */
final class ExpandTemplates {
  private static final String SUFFIX = ".template";
  private static final String EACH = "//#each";
  private static final String END = "//#end";
  private static final List<String> PRIMITIVES =
      List.of("byte", "boolean", "char", "short", "int", "long", "float", "double");

  /** A mode of sending, and what the documentation of its calls says. */
  private record Mode(String name, String constant, String returns, String completes) {}

  private static final Mode NO_MODE = new Mode("", "", "", "");

  private static final List<Mode> MODES =
      List.of(
          new Mode(
              "",
              "STANDARD",
              "when the buffer may be reused (MPI-4.1, section 3.2.1)",
              "when the buffer may be reused"),
          new Mode(
              "Synchronous",
              "SYNCHRONOUS",
              "when the receiver has matched the message (MPI-4.1, section 3.4)",
              "when the receiver has matched the message"),
          new Mode(
              "Buffered",
              "BUFFERED",
              "at once; the message waits in the {@linkplain Ronsel#attachBuffer attached buffer}"
                  + " (MPI-4.1, section 3.6)",
              "at once, because the message waits in the attached buffer"),
          new Mode(
              "Ready",
              "READY",
              "when the buffer may be reused; the receive must be posted already (MPI-4.1, section"
                  + " 3.4)",
              "when the buffer may be reused; the receive must be posted already"));

  private ExpandTemplates() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: java ExpandTemplates.java TEMPLATES OUTPUT");
      System.exit(2);
    }
    try {
      expandAll(Path.of(args[0]), Path.of(args[1]));
    } catch (TemplateException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static void expandAll(Path templates, Path output) throws IOException {
    Set<Path> written = new HashSet<>();
    for (Path template : filesUnder(templates, ".java" + SUFFIX)) {
      String name = templates.relativize(template).toString();
      Path target = output.resolve(name.substring(0, name.length() - SUFFIX.length()));
      String expanded = expand(template, Files.readAllLines(template));
      if (!Files.exists(target) || !Files.readString(target).equals(expanded)) {
        Files.createDirectories(target.getParent());
        Files.writeString(target, expanded);
      }
      written.add(target);
    }
    for (Path old : filesUnder(output, ".java")) {
      if (!written.contains(old)) {
        Files.delete(old);
      }
    }
  }

  private static List<Path> filesUnder(Path folder, String ending) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
          .sorted()
          .toList();
    }
  }

  private static String expand(Path template, List<String> lines) {
    StringBuilder out = new StringBuilder();
    List<String> types = List.of();
    List<Mode> modes = List.of();
    List<String> block = new ArrayList<>();
    int opened = 0; // line of the block we are in, 0 outside
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String word = line.strip();
      if (word.startsWith(EACH)) {
        check(opened == 0, template, i + 1, "blocks do not nest; one was opened in line " + opened);
        String what = word.substring(EACH.length()).strip();
        boolean perMode = what.equals("mode") || what.endsWith(" mode");
        String perType =
            perMode ? what.substring(0, what.length() - "mode".length()).strip() : what;
        modes = perMode ? MODES : List.of(NO_MODE);
        types = perType.isEmpty() ? List.of("") : types(perType, template, i + 1);
        opened = i + 1;
      } else if (word.equals(END)) {
        check(opened != 0, template, i + 1, END + " without " + EACH);
        for (String type : types) {
          for (Mode mode : modes) {
            block.forEach(text -> out.append(replace(replace(text, type), mode)).append('\n'));
          }
        }
        block.clear();
        opened = 0;
      } else if (opened != 0) {
        block.add(line);
      } else {
        out.append(line).append('\n');
      }
    }
    check(opened == 0, template, opened, EACH + " without " + END);
    return out.toString();
  }

  private static List<String> types(String what, Path template, int line) {
    if (what.equals("primitive")) {
      return PRIMITIVES;
    }
    check(what.startsWith("primitive:"), template, line, "cannot repeat for '" + what + "'");
    List<String> types =
        Stream.of(what.substring("primitive:".length()).split(",", -1)).map(String::strip).toList();
    for (String type : types) {
      check(PRIMITIVES.contains(type), template, line, "'" + type + "' is not a primitive type");
    }
    return types;
  }

  private static String replace(String text, Mode mode) {
    return mode == NO_MODE
        ? text
        : text.replace("$Mode$", mode.name)
            .replace("$MODE$", mode.constant)
            .replace("$returns$", mode.returns)
            .replace("$completes$", mode.completes);
  }

  private static String replace(String text, String type) {
    if (type.isEmpty()) {
      return text;
    }
    return text.replace("$type$", type)
        .replace("$Type$", Character.toUpperCase(type.charAt(0)) + type.substring(1))
        .replace("$TYPE$", type.toUpperCase(Locale.ROOT));
  }

  private static void check(boolean holds, Path template, int line, String problem) {
    if (!holds) {
      throw new TemplateException(template + ":" + line + ": " + problem);
    }
  }

  private static final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TemplateException(String message) {
      super(message);
    }
  }
}
