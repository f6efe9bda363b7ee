package org.ronsel.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@code java} listing of a document. A program is followed by a {@code console} block with the
 * command that runs it, which gives its name and its number of ranks, and the lines it prints;
 * after {@code console unordered} ranks may print them in any order. A listing that declares a
 * package is a class of its own, and has no command.
 *
 * @param document the document, relative to the checkout
 * @param line the line of the document before the first one of the source
 * @param name the name of the class
 * @param ranks the number of ranks of a program, 0 for a class
 * @param options further options of the command
 * @param output what a program prints
 */
record Listing(
    Path document,
    int line,
    String name,
    String source,
    int ranks,
    List<String> options,
    boolean ordered,
    List<String> output) {
  private static final Pattern COMMAND =
      Pattern.compile("\\$ \\S*ronsel run -n (\\d+) ((?:--[\\w-]+ )*)(\\w+)\\.java");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?class (\\w+)");

  /** A fenced block of a document. */
  record Block(int line, List<String> words, List<String> lines) {
    boolean is(String language) {
      return !words.isEmpty() && words.getFirst().equals(language);
    }
  }

  /** All listings of the README and of the guide. */
  static List<Listing> all() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(Job.ROOT.resolve("README.md")));
    try (Stream<Path> guide = Files.list(Job.ROOT.resolve("docs/guide"))) {
      guide.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    List<Listing> listings = new ArrayList<>();
    for (Path document : documents) {
      listings.addAll(of(document));
    }
    return listings;
  }

  /** All listings of a document. */
  static List<Listing> of(Path document) throws IOException {
    return of(Job.ROOT.relativize(document), blocks(document));
  }

  /** The blocks of a document between lines of three backquotes. */
  static List<Block> blocks(Path document) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(document);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("```")) {
        int first = i + 1;
        int end = first;
        while (end < lines.size() && !lines.get(end).startsWith("```")) {
          end++;
        }
        List<String> words = List.of(lines.get(i).substring(3).strip().split("\\s+"));
        blocks.add(new Block(first, words, List.copyOf(lines.subList(first, end))));
        i = end;
      }
    }
    return blocks;
  }

  private static List<Listing> of(Path document, List<Block> blocks) {
    List<Listing> listings = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).is("java")) {
        Block next = i + 1 < blocks.size() ? blocks.get(i + 1) : new Block(0, List.of(), List.of());
        listings.add(of(document, blocks.get(i), next));
      }
    }
    return listings;
  }

  private static Listing of(Path document, Block block, Block next) {
    String source = String.join("\n", block.lines()) + "\n";
    Matcher inPackage = PACKAGE.matcher(source);
    Matcher type = CLASS.matcher(source);
    if (inPackage.find() && type.find()) {
      String name = inPackage.group(1) + "." + type.group(1);
      return new Listing(document, block.line(), name, source, 0, List.of(), true, List.of());
    }
    Matcher command = COMMAND.matcher(next.lines().isEmpty() ? "" : next.lines().getFirst());
    if (!next.is("console") || !command.matches()) {
      throw new AssertionError(
          document
              + ":"
              + block.line()
              + ": no block \"console\" with the command \"$ ronsel run -n N Name.java\" follows this"
              + " program");
    }
    return new Listing(
        document,
        block.line(),
        command.group(3),
        source,
        Integer.parseInt(command.group(1)),
        command.group(2).isEmpty() ? List.of() : List.of(command.group(2).split(" ")),
        !next.words().contains("unordered"),
        next.lines().subList(1, next.lines().size()));
  }

  boolean isProgram() {
    return ranks > 0;
  }

  /** Lines of output in the order in which they are compared. */
  List<String> comparable(List<String> lines) {
    return ordered ? lines : lines.stream().sorted().toList();
  }

  @Override
  public String toString() {
    return document + ":" + line + " " + name;
  }
}
