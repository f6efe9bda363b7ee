import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the code that exists once per primitive type, per mode of sending, or per form of a
 * collective operation.
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
 * after {@code //#each primitive:int,long}, for the types named, in the order named. Javadoc shows
 * one of overloads that differ in nothing but the type: where double is among the types, the
 * comments of public methods get the tag {@code @hidden} for all others, unless the name of the
 * method has the type in it. In each repetition these words are replaced:
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
 * <p>Lines after {@code //#each form} are repeated for the forms of collective operations in the
 * package {@code mpi}: blocking, started, startedWithBuffers (class files look for these methods by
 * the type {@code java.nio.Buffer}) and persistent; after {@code //#each form:blocking,persistent}
 * for the forms named. Then these words are replaced:
 *
 * <table>
 *   <caption>Replacements for forms</caption>
 *   <tr><td>{@code $Form$}</td><td>what the documentation calls it: {@code Started}</td></tr>
 *   <tr><td>{@code $form$}</td><td>where the operations of this form are: {@code started}</td></tr>
 *   <tr><td>{@code $call:bcast$}</td><td>the name of the call: {@code bcast, iBcast, bcastInit}; of a
 *       capitalised one {@code Bcast, Bcast_init}</td></tr>
 *   <tr><td>{@code $Result$}</td><td>what it returns: {@code void, Request, Prequest}</td></tr>
 *   <tr><td>{@code $return$}</td><td>the keyword and a space, where it returns something</td></tr>
 *   <tr><td>{@code $Buffer$}</td><td>the type of a buffer: {@code @Nullable Object}, {@code
 *       Buffer}</td></tr>
 * </table>
 *
 * <p>A template whose first line is {@code //#file primitive:float,double} becomes a file for each
 * of the types, whose name has {@code $Type$} in it as that of the template; the words for types
 * are replaced in all of it.
 *
 * <p>All other lines are copied as they are. Blocks do not nest. A mistake in a template ends the
 * program with status 1 and a message {@code file:line: what is wrong}. A file whose content would
 * not change is left alone, so that the compiler sees no change either; a file in OUTPUT that has
 * no template any more is deleted.
 */
final class ExpandTemplates {
  private static final String SUFFIX = ".template";
  private static final String EACH = "//#each";
  private static final String FILE = "//#file";
  private static final String END = "//#end";
  private static final List<String> PRIMITIVES =
      List.of("byte", "boolean", "char", "short", "int", "long", "float", "double");

  /** The type whose overloads are in the Javadoc. */
  private static final String SHOWN = "double";

  /** A mode of sending, and what the documentation of its calls says. */
  private record Mode(String name, String constant, String returns, String completes) {}

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

  /** A form of a collective operation. */
  private record Form(
      String name, String operations, String called, String result, String buffer) {}

  private static final List<Form> FORMS =
      List.of(
          new Form("blocking", "blocking", "Blocking", "void", "@Nullable Object"),
          new Form("started", "started", "Started", "Request", "@Nullable Object"),
          new Form("startedWithBuffers", "started", "Started", "Request", "Buffer"),
          new Form("persistent", "persistent", "Prepared", "Prequest", "@Nullable Object"));

  private static final Pattern CALL = Pattern.compile("\\$call:(\\w+)\\$");

  /** A public method, of an interface too, up to its name. */
  private static final Pattern METHOD = Pattern.compile("(?:public|default) [^(={]*?([\\w$]+)\\(");

  /** The text of a block for one type, mode or form. */
  private record Repetition(UnaryOperator<String> words, boolean shown) {}

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
      name = name.substring(0, name.length() - SUFFIX.length());
      List<String> lines = Files.readAllLines(template);
      String first = lines.isEmpty() ? "" : lines.getFirst();
      if (first.startsWith(FILE)) {
        check(name.contains("$Type$"), template, 1, "the name of the file has no $Type$ in it");
        String expanded = expand(template, lines).substring(first.length() + 1);
        for (String type : types(first.substring(FILE.length()).strip(), template, 1)) {
          UnaryOperator<String> words = replacing(type);
          written.add(write(output.resolve(words.apply(name)), words.apply(expanded)));
        }
      } else {
        written.add(write(output.resolve(name), expand(template, lines)));
      }
    }
    for (Path old : filesUnder(output, ".java")) {
      if (!written.contains(old)) {
        Files.delete(old);
      }
    }
  }

  private static Path write(Path target, String expanded) throws IOException {
    if (!Files.exists(target) || !Files.readString(target).equals(expanded)) {
      Files.createDirectories(target.getParent());
      Files.writeString(target, expanded);
    }
    return target;
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
    List<Repetition> repetitions = List.of();
    List<String> block = new ArrayList<>();
    int opened = 0; // line of the block we are in, 0 outside
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String word = line.strip();
      if (word.startsWith(EACH)) {
        check(opened == 0, template, i + 1, "blocks do not nest; one was opened in line " + opened);
        repetitions = repetitions(word.substring(EACH.length()).strip(), template, i + 1);
        opened = i + 1;
      } else if (word.equals(END)) {
        check(opened != 0, template, i + 1, END + " without " + EACH);
        List<String> hidden = hidden(block);
        for (Repetition each : repetitions) {
          (each.shown ? block : hidden)
              .forEach(text -> out.append(each.words.apply(text)).append('\n'));
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

  /** The replacements of each repetition of a block. */
  private static List<Repetition> repetitions(String what, Path template, int line) {
    if (what.equals("mode")) {
      return MODES.stream().map(mode -> new Repetition(replacing(mode), true)).toList();
    }
    if (what.equals("form") || what.startsWith("form:")) {
      return forms(what.substring("form".length()), template, line).stream()
          .map(form -> new Repetition(form, true))
          .toList();
    }
    boolean perMode = what.endsWith(" mode");
    List<String> types =
        types(
            perMode ? what.substring(0, what.length() - " mode".length()).strip() : what,
            template,
            line);
    List<Repetition> repetitions = new ArrayList<>();
    for (String type : types) {
      boolean shown = type.equals(SHOWN) || !types.contains(SHOWN);
      if (perMode) {
        for (Mode mode : MODES) {
          repetitions.add(
              new Repetition(text -> replacing(mode).apply(replacing(type).apply(text)), shown));
        }
      } else {
        repetitions.add(new Repetition(replacing(type), shown));
      }
    }
    return repetitions;
  }

  /** A block whose public methods are hidden from the Javadoc, except those named by their type. */
  private static List<String> hidden(List<String> block) {
    List<String> out = new ArrayList<>();
    int begun = -1; // where the comment begins in out
    for (int i = 0; i < block.size(); i++) {
      String line = block.get(i);
      String text = line.strip();
      if (text.startsWith("/**")) {
        begun = out.size();
      }
      out.add(line);
      if (begun >= 0 && text.endsWith("*/")) {
        Matcher method = METHOD.matcher(declaration(block, i + 1));
        if (method.lookingAt() && !method.group(1).contains("$Type$")) {
          hide(out, begun);
        }
        begun = -1;
      }
    }
    return out;
  }

  /** The declaration that begins at a line, as one line without annotations. */
  private static String declaration(List<String> block, int from) {
    StringBuilder declaration = new StringBuilder();
    for (int i = from; i < block.size(); i++) {
      String text = block.get(i).strip();
      if (!text.startsWith("@")) {
        declaration.append(text).append(' ');
      }
      if (text.endsWith("{") || text.endsWith(";")) {
        break;
      }
    }
    return declaration.toString();
  }

  /** Adds the tag to the comment that lines begin and end with. */
  private static void hide(List<String> lines, int first) {
    String indent = lines.get(first).substring(0, lines.get(first).indexOf('/'));
    String last = lines.removeLast();
    if (lines.size() == first) {
      String text = last.strip();
      lines.add(indent + "/**");
      lines.add(indent + " * " + text.substring(3, text.length() - 2).strip());
      lines.add(indent + " *");
    }
    lines.add(indent + " * @hidden");
    lines.add(indent + " */");
  }

  private static List<String> types(String what, Path template, int line) {
    if (what.equals("primitive")) {
      return PRIMITIVES;
    }
    check(what.startsWith("primitive:"), template, line, "cannot repeat for '" + what + "'");
    List<String> types = names(what.substring("primitive".length()));
    for (String type : types) {
      check(PRIMITIVES.contains(type), template, line, "'" + type + "' is not a primitive type");
    }
    return types;
  }

  private static List<UnaryOperator<String>> forms(String named, Path template, int line) {
    if (named.isEmpty()) {
      return FORMS.stream().map(ExpandTemplates::replacing).toList();
    }
    List<UnaryOperator<String>> forms = new ArrayList<>();
    for (String name : names(named)) {
      List<Form> found = FORMS.stream().filter(form -> form.name.equals(name)).toList();
      check(!found.isEmpty(), template, line, "'" + name + "' is not a form");
      found.forEach(form -> forms.add(replacing(form)));
    }
    return forms;
  }

  /** The names in a list {@code :one,other}. */
  private static List<String> names(String list) {
    return Stream.of(list.substring(1).split(",", -1)).map(String::strip).toList();
  }

  private static UnaryOperator<String> replacing(String type) {
    return text ->
        text.replace("$type$", type)
            .replace("$Type$", capitalised(type))
            .replace("$TYPE$", type.toUpperCase(Locale.ROOT));
  }

  private static UnaryOperator<String> replacing(Mode mode) {
    return text ->
        text.replace("$Mode$", mode.name)
            .replace("$MODE$", mode.constant)
            .replace("$returns$", mode.returns)
            .replace("$completes$", mode.completes);
  }

  private static UnaryOperator<String> replacing(Form form) {
    return text ->
        CALL.matcher(text)
            .replaceAll(call -> nameOf(call.group(1), form))
            .replace("$Form$", form.called)
            .replace("$form$", form.operations)
            .replace("$Result$", form.result)
            .replace("$return$", form.result.equals("void") ? "" : "return ")
            .replace("$Buffer$", form.buffer);
  }

  private static String nameOf(String call, Form form) {
    return switch (form.operations) {
      case "started" -> "i" + capitalised(call);
      case "persistent" -> call + (Character.isUpperCase(call.charAt(0)) ? "_init" : "Init");
      default -> call;
    };
  }

  private static String capitalised(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
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
