package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InterComm;
import org.ronsel.Op;
import org.ronsel.PartitionedReceive;
import org.ronsel.PartitionedSend;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Session;
import org.ronsel.Status;
import org.ronsel.Window;
import org.ronsel.machine.Setting;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** What the documents name exists: links and their anchors, tests, files, members and versions. */
class DocumentsTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST = Pattern.compile("[A-Z][a-z]\\w*Test");
  private static final Pattern FILE =
      Pattern.compile("(?:\\.ci|docs|examples|src|ronsel-\\w+)/[\\w./-]*\\w");

  /** A class by a name of at least two words, or a method of it. */
  private static final Pattern TYPE =
      Pattern.compile("([A-Z][a-z]+[A-Z]\\w*)(?:\\.[a-z]\\w*(?:\\(.*)?)?");

  /** A member of a class; "..." stands for part of its name. */
  private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w*)\\.(\\w+(?:\\.{3}\\w*)?).*");

  /** What the documents name of other libraries, whose classes have the names of classes here. */
  private static final Set<String> OF_OTHERS =
      Set.of("Datatype.baseType", "Group.code", "MPI.DEBUG", "MPI.isOldSelected");

  private static final Pattern SUPERTYPES =
      Pattern.compile("\\b(?:extends|implements)\\s+([^{;]*)\\{");

  private static final Pattern TYPE_NAME = Pattern.compile("([A-Z]\\w*)");

  /** In a template, what a name ends in or has in it for each type, mode or form. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$[\\w:]+\\$");

  private static final Pattern PACKAGE_ROW = Pattern.compile("^\\| `(org\\.ronsel[\\w.]*)` \\|");

  /** The name of a property, as it is or as an option of a JVM, in the first cell of a row. */
  private static final Pattern SETTING_ROW =
      Pattern.compile("^\\|[^|`]*`(?:-J)?(?:-D)?(ronsel\\.[\\w.-]+)");

  private static final Pattern VARIABLE = Pattern.compile("`(RONSEL_[A-Z_]+)`");

  private static final Pattern QUOTED_VARIABLE = Pattern.compile("\"(RONSEL_[A-Z_]+)\"");

  private static final Pattern SHELL_VARIABLE = Pattern.compile("\\$\\{(RONSEL_[A-Z_]+):-");

  private static final Pattern COMMAND = Pattern.compile("^(?:\\./)?ronsel [a-z]");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--([a-z][a-z-]+)");

  private static final Pattern CALL = Pattern.compile("(\\w+)\\.(\\w+)(\\()?");

  /** The classes of which the table of calls in the guide speaks, by the words it uses. */
  private static final Map<String, Class<?>> RECEIVERS =
      Map.ofEntries(
          Map.entry("Ronsel", Ronsel.class),
          Map.entry("comm", Comm.class),
          Map.entry("interComm", InterComm.class),
          Map.entry("cartComm", CartComm.class),
          Map.entry("CartComm", CartComm.class),
          Map.entry("request", Request.class),
          Map.entry("Request", Request.class),
          Map.entry("persistentRequest", PersistentRequest.class),
          Map.entry("partitionedSend", PartitionedSend.class),
          Map.entry("partitionedReceive", PartitionedReceive.class),
          Map.entry("status", Status.class),
          Map.entry("group", Group.class),
          Map.entry("window", Window.class),
          Map.entry("Window", Window.class),
          Map.entry("type", Datatype.class),
          Map.entry("Datatype", Datatype.class),
          Map.entry("Op", Op.class),
          Map.entry("session", Session.class),
          Map.entry("Session", Session.class),
          Map.entry("info", Info.class));

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    assertThat(
            problems(
                (line, problems) -> {
                  for (String target : found(LINK, line.text())) {
                    if (!target.matches("\\w+:.*") && !exists(line.document(), target)) {
                      problems.add(line + ": no such place: " + target);
                    }
                  }
                }))
        .isEmpty();
  }

  @Test
  void everyTestAndFileThatIsNamedExists() throws IOException {
    Set<String> sources = javaFiles();
    assertThat(
            problems(
                (line, problems) -> {
                  for (String code : found(CODE, line.text())) {
                    if (TEST.matcher(code).matches() && !sources.contains(code)) {
                      problems.add(line + ": no such test: " + code);
                    }
                    if (FILE.matcher(code).matches() && !existsSomewhere(code)) {
                      problems.add(line + ": no such file: " + code);
                    }
                  }
                }))
        .isEmpty();
  }

  @Test
  void theClassesOfTheArchitectureExist() throws IOException {
    Set<String> sources = javaFiles();
    List<String> problems = new ArrayList<>();
    for (String name : List.of("architecture.md", "glossary.md")) {
      for (Line line : lines(Job.ROOT.resolve("docs").resolve(name))) {
        for (String code : found(CODE, line.text())) {
          Matcher type = TYPE.matcher(code);
          if (type.matches() && !sources.contains(type.group(1))) {
            problems.add(line + ": no such class: " + code);
          }
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void everyMemberThatIsNamedExists() throws IOException {
    Map<String, List<String>> sources = sources();
    int[] members = new int[1];
    assertThat(
            problems(
                (line, problems) -> {
                  for (String code : found(CODE, line.text())) {
                    Matcher member = MEMBER.matcher(code);
                    if (member.matches()
                        && sources.containsKey(member.group(1))
                        && !code.endsWith(".java")
                        && !OF_OTHERS.contains(code)) {
                      members[0]++;
                      if (!declares(sources, member.group(1), member.group(2), new HashSet<>())) {
                        problems.add(line + ": no such member: " + code);
                      }
                    }
                  }
                }))
        .isEmpty();
    assertThat(members[0]).as("members that documents name").isGreaterThan(100);
  }

  @Test
  void theTableOfPackagesHasThemAll() throws IOException {
    Path core = Job.ROOT.resolve("ronsel-core/src/main/java");
    List<String> packages;
    try (Stream<Path> files = Files.walk(core)) {
      packages =
          files
              .filter(file -> file.endsWith("package-info.java"))
              .map(file -> core.relativize(file.getParent()).toString().replace('/', '.'))
              .toList();
    }
    assertThat(
            lines(Job.ROOT.resolve("docs/architecture.md")).stream()
                .map(line -> PACKAGE_ROW.matcher(line.text()))
                .filter(Matcher::find)
                .map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(packages);
  }

  @Test
  void theTableOfCallsNamesWhatThereIs() throws IOException {
    Path table = Job.ROOT.resolve("docs/guide/from-c.md");
    List<String> problems = new ArrayList<>();
    int calls = 0;
    for (Line line : lines(table)) {
      String[] cells = line.text().split("\\|");
      if (cells.length == 3 && cells[1].contains("MPI_")) {
        Matcher call = CALL.matcher(cells[2]);
        while (call.find()) {
          calls++;
          Class<?> receiver = RECEIVERS.get(call.group(1));
          if (receiver == null || !has(receiver, call.group(2), call.group(3) != null)) {
            problems.add(line + ": no such call: " + call.group());
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(calls).as("calls in the table").isGreaterThan(100);
  }

  @Test
  void theTableOfSettingsHasThemAll() throws IOException {
    Path table = Job.ROOT.resolve("docs/settings.md");
    assertThat(table).exists();
    assertThat(
            lines(table).stream()
                .map(line -> SETTING_ROW.matcher(line.text()))
                .filter(Matcher::find)
                .map(row -> row.group(1)))
        .containsAll(Arrays.stream(Setting.values()).map(Setting::property).toList());
  }

  /** A cell may say more behind the value, as in {@code `on`, with HotSpot only}. */
  @Test
  void theTableOfSettingsHasTheirValuesWhereNobodySetsThem() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    for (Line line : lines(Job.ROOT.resolve("docs/settings.md"))) {
      Matcher row = SETTING_ROW.matcher(line.text());
      if (row.find()) {
        String otherwise = line.text().split("\\|", -1)[3];
        listed.put(row.group(1), otherwise.replaceAll("[,;].*|[` ]", ""));
      }
    }
    Map<String, String> own = new TreeMap<>();
    for (Setting setting : Setting.values()) {
      String standard = setting.standard();
      if (standard != null) {
        own.put(setting.property(), standard);
      }
    }
    assertThat(listed).containsAllEntriesOf(own);
    assertThat(own).hasSizeGreaterThan(20);
  }

  @Test
  void theTableOfEnvironmentVariablesHasThoseThatAreReadAndNoOthers() throws IOException {
    Set<String> listed = new TreeSet<>();
    boolean inTable = false;
    for (Line line : lines(Job.ROOT.resolve("docs/settings.md"))) {
      inTable = line.text().startsWith("## ") ? line.text().contains("Environment") : inTable;
      if (inTable && line.text().startsWith("| `")) {
        listed.addAll(found(VARIABLE, line.text().split("\\|", -1)[1]));
      }
    }
    Set<String> read = new TreeSet<>();
    mainSources().forEach(text -> read.addAll(found(QUOTED_VARIABLE, text)));
    read.addAll(found(SHELL_VARIABLE, Files.readString(Job.ROOT.resolve("ronsel"))));
    assertThat(listed).isEqualTo(read);
  }

  /** An option is one of some command: it stands in a source file, perhaps without its dashes. */
  @Test
  void everyOptionOfACommandThatIsShownExists() throws IOException {
    String sources =
        String.join("\n", mainSources()) + Files.readString(Job.ROOT.resolve("ronsel"));
    List<String> problems = new ArrayList<>();
    for (Path document : documents()) {
      boolean goesOn = false;
      for (Line line : lines(document)) {
        String text = line.text().strip();
        boolean shown = COMMAND.matcher(text).find() || goesOn && line.text().startsWith("    ");
        goesOn = shown && text.endsWith("\\");
        if (shown) {
          for (String option : found(OPTION, text)) {
            String name = option.replaceFirst("^no-", "");
            if (!sources.contains("--" + name)
                && !sources.contains("--[no-]" + name)
                && !sources.contains('"' + name + '"')) {
              problems.add(line + ": there is no option --" + option);
            }
          }
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void theBuildFileOfTheGuideHasTheVersionsOfThisBuild() throws Exception {
    Path guide = Job.ROOT.resolve("docs/guide/testing.md");
    List<Listing.Block> files =
        Listing.blocks(guide).stream().filter(block -> block.is("xml")).toList();
    assertThat(files).hasSize(1);
    Element pom =
        parse(new InputSource(new StringReader(String.join("\n", files.getFirst().lines()))));
    Element parent = parse(new InputSource(Job.ROOT.resolve("pom.xml").toUri().toString()));

    String version = text(parent, "version");
    String junit = text(parent, "properties", "junit.version");
    assertThat(text(pom, "properties", "ronsel.version")).isEqualTo(version);
    assertThat(text(pom, "properties", "maven.compiler.release"))
        .isEqualTo(text(parent, "properties", "maven.compiler.release"));
    assertThat(versions(pom, "dependency")).containsEntry("junit-jupiter", junit);
    Map<String, String> plugins = versions(parent, "plugin");
    versions(pom, "plugin").forEach((name, of) -> assertThat(plugins).containsEntry(name, of));
    assertThat(Files.readString(guide))
        .contains("org.ronsel:ronsel-junit:" + version, "junit-jupiter:" + junit);
    assertThat(Files.readString(Job.ROOT.resolve("README.md")))
        .contains("<version>" + version + "</version>", "ronsel-core:" + version);
  }

  /** A line of a document, which is not part of a listing. */
  private record Line(Path document, int number, String text) {
    @Override
    public String toString() {
      return Job.ROOT.relativize(document) + ":" + number;
    }
  }

  private static List<String> problems(BiConsumer<Line, List<String>> check) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path document : documents()) {
      lines(document).forEach(line -> check.accept(line, problems));
    }
    return problems;
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (Path folder : List.of(Job.ROOT, Job.ROOT.resolve("examples"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(DocumentsTest::isDocument).forEach(documents::add);
      }
    }
    try (Stream<Path> files = Files.walk(Job.ROOT.resolve("docs"))) {
      files.filter(DocumentsTest::isDocument).sorted().forEach(documents::add);
    }
    return documents;
  }

  private static boolean isDocument(Path file) {
    return file.toString().endsWith(".md");
  }

  private static List<Line> lines(Path document) throws IOException {
    List<Line> lines = new ArrayList<>();
    boolean listing = false;
    List<String> all = Files.readAllLines(document);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).startsWith("```")) {
        listing = !listing;
      } else if (!listing) {
        lines.add(new Line(document, i + 1, all.get(i)));
      }
    }
    return lines;
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).toList();
  }

  private static boolean exists(Path document, String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? document : document.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    try {
      return hash < 0 || anchors(file).contains(target.substring(hash + 1));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The names that GitHub gives to headings. */
  private static Set<String> anchors(Path document) throws IOException {
    return lines(document).stream()
        .map(Line::text)
        .filter(text -> text.matches("#+ .*"))
        .map(text -> text.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static boolean existsSomewhere(String file) {
    if (Files.exists(Job.ROOT.resolve(file))
        || file.contains("target/")
        || file.contains("org/example/")) {
      return true;
    }
    try (Stream<Path> modules = Files.list(Job.ROOT)) {
      return modules.anyMatch(module -> Files.exists(module.resolve(file)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> javaFiles() throws IOException {
    return sources().keySet();
  }

  /** The texts of the source files that are not tests. */
  private static List<String> mainSources() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Job.ROOT)) {
      for (Path main : modules.map(each -> each.resolve("src/main")).toList()) {
        if (Files.exists(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
              texts.add(Files.readString(file));
            }
          }
        }
      }
    }
    return texts;
  }

  /** The texts of source files and templates, by the name of their class. */
  private static Map<String, List<String>> sources() throws IOException {
    Map<String, List<String>> texts = new HashMap<>();
    try (Stream<Path> modules = Files.list(Job.ROOT)) {
      for (Path module : modules.filter(each -> Files.exists(each.resolve("src"))).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
          for (Path file : files.toList()) {
            String name = file.getFileName().toString();
            if (name.endsWith(".java") || name.endsWith(".java.template")) {
              texts
                  .computeIfAbsent(name.substring(0, name.indexOf('.')), each -> new ArrayList<>())
                  .add(Files.readString(file));
            }
          }
        }
      }
    }
    return texts;
  }

  /** Whether a class of this name declares such a member, or one that it extends or implements. */
  private static boolean declares(
      Map<String, List<String>> sources, String type, String member, Set<String> seen) {
    if (!seen.add(type)) {
      return false;
    }
    String name = member.replace("...", "\\w*");
    Pattern declaration =
        Pattern.compile(
            "(?<!\\breturn)(?<!\\bnew)(?<!\\bthrow)(?<=[\\w>\\]?])\\s+%1$s\\s*[(=;,){<]"
                    .formatted(name)
                + "|(?:^|[,{(])\\s*%1$s\\s*[(,;{]".formatted(name),
            Pattern.MULTILINE);
    for (String text : sources.getOrDefault(type, List.of())) {
      if (declaration.matcher(text).find() || isExpanded(text, name)) {
        return true;
      }
      for (String supertypes : found(SUPERTYPES, text)) {
        for (String supertype : found(TYPE_NAME, supertypes)) {
          if (declares(sources, supertype, member, seen)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether a template has a method of this name for some of the types, modes or forms. */
  private static boolean isExpanded(String text, String name) {
    return Pattern.compile("[ ](\\w+\\$\\w+\\$\\w*)\\(")
        .matcher(text)
        .results()
        .map(method -> PLACEHOLDER.matcher(method.group(1)).replaceAll("\\\\w*"))
        .anyMatch(name::matches);
  }

  private static boolean has(Class<?> type, String name, boolean method) {
    return method
        ? Arrays.stream(type.getMethods()).map(Method::getName).anyMatch(name::equals)
        : Arrays.stream(type.getFields()).anyMatch(field -> field.getName().equals(name));
  }

  private static Element parse(InputSource source) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(source);
    return document.getDocumentElement();
  }

  private static String text(Element from, String... path) {
    Element element = from;
    for (String name : path) {
      element = child(element, name);
    }
    return element.getTextContent();
  }

  private static Element child(Element parent, String name) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        return element;
      }
    }
    throw new AssertionError("no " + name + " in " + parent.getTagName());
  }

  /** The versions of what is named by artifactId and version. */
  private static Map<String, String> versions(Element pom, String kind) {
    var elements = pom.getElementsByTagName(kind);
    return IntStream.range(0, elements.getLength())
        .mapToObj(i -> (Element) elements.item(i))
        .filter(element -> element.getElementsByTagName("version").getLength() > 0)
        .collect(
            Collectors.toMap(
                element -> text(element, "artifactId"),
                element -> element.getElementsByTagName("version").item(0).getTextContent(),
                (one, same) -> one));
  }
}
