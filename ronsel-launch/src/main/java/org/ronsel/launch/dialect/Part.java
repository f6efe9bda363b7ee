package org.ronsel.launch.dialect;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.JvmVariables;
import org.ronsel.launch.spi.UsageException;

/** The options before one program, the program, and its arguments, while they are translated. */
final class Part {
  /** The options of {@code ronsel run} that set the placement of ranks. */
  private static final Set<String> PLACEMENT = Set.of("--processes", "--jvms", "--ranks-per-jvm");

  /** What Open MPI 5 has in place of the option of this name. */
  private static final Pattern OVERSUBSCRIBE = Pattern.compile("(?i):oversubscribe$");

  private static final Pattern PER_HOST = Pattern.compile("ppr:(\\d{1,6}):(?:node|host)");

  private final String launcher;
  private final Family family;
  private final Map<String, Integer> own;
  private final Notices notices;
  private final Predicate<String> exists;

  /** Options with at most one value, the last of which counts, as in the other families. */
  private final Map<String, List<String>> single = new LinkedHashMap<>();

  private final List<String> repeated = new ArrayList<>();
  private List<String> program = List.of();
  private @Nullable Device device;
  private @Nullable Integer ranksPerHost;

  /** Whether hosts are named, or a batch system has allocated some. */
  private boolean hosted;

  /** Options that have an effect only if the job has hosts, by the user's spelling. */
  private final Map<String, List<String>> ofHosts = new LinkedHashMap<>();

  /** Names of variables of the launcher that ranks on other hosts are to have. */
  private final List<String> exported = new ArrayList<>();

  private boolean placed;

  Part(
      String launcher,
      Family family,
      Map<String, Integer> own,
      Notices notices,
      boolean allocated,
      Predicate<String> exists) {
    this.launcher = launcher;
    this.family = family;
    this.own = own;
    this.notices = notices;
    this.exists = exists;
    hosted = allocated;
  }

  /**
   * A class path without what is not there, as {@code java} takes it: scripts name the library that
   * is replaced.
   */
  private String present(String classPath) {
    List<String> here = new ArrayList<>();
    for (String element : classPath.split(File.pathSeparator, -1)) {
      if (element.endsWith("*") || exists.test(element)) {
        here.add(element);
      } else {
        notices.line(element + " of the class path does not exist");
      }
    }
    return here.isEmpty() ? classPath : String.join(File.pathSeparator, here);
  }

  /**
   * Reads the words of one program.
   *
   * @return the request for help or the version instead of a job; else null
   */
  @Nullable Translation read(List<String> given) {
    List<String> words = new ArrayList<>(given);
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-") && program.isEmpty()) {
      separateValue(words, at);
      String word = words.get(at);
      OptionKind kind = family.options().kind(word);
      int jvm = family == Family.MPIRUN ? 0 : JvmOptionWords.words(word);
      if (kind == OptionKind.HELP) {
        return Translation.HELP;
      } else if (kind == OptionKind.VERSION) {
        return Translation.VERSION;
      } else if (kind != null) {
        at = option(kind, words, at);
      } else if (ownWords(word) > 0) {
        at = own(words, at);
      } else if (jvm > 0) {
        at = jvmOption(words, at, jvm);
      } else {
        throw unknown(word);
      }
    }
    if (program.isEmpty()) {
      List<String> rest = words.subList(at, words.size());
      if (family == Family.MPIRUN) {
        java(rest);
      } else {
        program = rest;
        classPathOfWorkingDirectory();
      }
    }
    return null;
  }

  /** Makes two words of {@code --option=value}, which Open MPI 5 takes as well. */
  private void separateValue(List<String> words, int at) {
    String word = words.get(at);
    int equals = word.indexOf('=');
    if (family == Family.MPIRUN && equals > 0 && word.startsWith("--") && ownWords(word) == 0) {
      OptionKind kind = family.options().kind(word.substring(0, equals));
      if (kind != null && kind.words() == 1) {
        words.set(at, word.substring(0, equals));
        words.add(at + 1, word.substring(equals + 1));
      }
    }
  }

  /** Adds the working directory to a given class path, as MPJ Express does. */
  private void classPathOfWorkingDirectory() {
    boolean isClass = !program.isEmpty() && !program.getFirst().matches(".*\\.(java|jar|class)");
    if (family == Family.MPJ_EXPRESS && isClass) {
      single.computeIfPresent(
          "-cp", (o, path) -> List.of(path.getFirst() + File.pathSeparator + "."));
    }
  }

  private UsageException unknown(String word) {
    Stream<String> known =
        Stream.of(family.options().all().keySet().stream(), own.keySet().stream())
            .flatMap(each -> each);
    if (family != Family.MPIRUN) {
      known = Stream.concat(known, JvmOptionWords.names().stream());
    }
    return new UsageException("unknown option " + word + NearestWord.hint(word, known.toList()));
  }

  /** The number of words of an option of {@code ronsel run}, or 0 if the word is not one. */
  private int ownWords(String word) {
    int equals = word.indexOf('=');
    if (equals > 0 && own.getOrDefault(word.substring(0, equals), 0) == 1) {
      return 1;
    }
    return own.containsKey(word) ? 1 + own.get(word) : 0;
  }

  private int own(List<String> words, int at) {
    int count = ownWords(words.get(at));
    placed |= PLACEMENT.contains(words.get(at).replaceFirst("=.*", ""));
    for (int i = 0; i < count; i++) {
      repeated.add(value(words, at, i));
    }
    String option = String.join("=", words.subList(at, at + count));
    if (option.equals("--launcher=local")) {
      hosted = false;
    } else if (option.startsWith("--hosts=") || option.startsWith("--hostfile=")) {
      hosted = true;
    }
    return at + count;
  }

  private int jvmOption(List<String> words, int at, int count) {
    for (int i = 0; i < count; i++) {
      repeated.addAll(List.of("-J", value(words, at, i)));
    }
    return at + count;
  }

  /** The option, or the word at an offset behind it. */
  private String value(List<String> words, int at, int offset) {
    if (at + offset >= words.size()) {
      throw new UsageException(words.get(at) + " needs a value");
    }
    return words.get(at + offset);
  }

  /** Takes an option with its values; returns the index of the next word. */
  private int option(OptionKind kind, List<String> words, int at) {
    String name = words.get(at);
    String value = kind.words() > 0 ? value(words, at, 1) : "";
    int next = at + 1 + kind.words();
    switch (kind) {
      case RANKS -> put("-n", ranks(name, value));
      case RANKS_PER_HOST -> ranksPerHost = number(name, value);
      case ONE_RANK_PER_HOST -> ranksPerHost = 1;
      case DEVICE -> device = Device.of(value);
      case HOST_FILE -> hosts(name, "--hostfile", value);
      case HOST_LIST -> hosts(name, "--hosts", value);
      case MAP_BY -> mapBy(name, value);
      case BY_NODE -> ofHosts(name, "--map-by", "node");
      case BY_SLOT -> ofHosts(name, "--map-by", "slot");
      case OVERSUBSCRIBE -> ofHosts(name, "--oversubscribe");
      case NETWORK -> ofHosts(name + " " + value, "--net", value);
      case CLASS_PATH -> put("-cp", present(value));
      case MODULE_PATH -> put("-p", value);
      case CLASS -> {
        if (value.startsWith("-")) {
          throw new UsageException(name + " " + value + ": give the name of a class");
        }
        program = words.subList(at + 1, words.size());
      }
      case JAR, MODULE -> {
        put(kind == OptionKind.JAR ? "-jar" : "-m", value);
        // Also ends the options if no argument follows.
        program = Stream.concat(Stream.of("--"), words.stream().skip(next)).toList();
      }
      case DIRECTORY -> put("--wdir", value);
      case ENVIRONMENT -> environment(name, value);
      case ENVIRONMENT_PAIR -> environment(name, value + "=" + value(words, at, 2));
      case TAG_OUTPUT -> put("--tag-output");
      case OUTPUT_DIRECTORY -> put("--output", value);
      case OUTPUT_KIND -> outputKind(name, value);
      case TIMEOUT -> put("--timeout", value);
      case BINDING -> binding(name, value);
      case DEBUG_PORT -> put("--debug", "0:" + number(name, value));
      case NOTHING -> notices.option(name);
      case NOTHING_OF_1 -> notices.option(name + " " + value);
      case NOTHING_OF_2 -> notices.option(name + " " + value + " " + value(words, at, 2));
      case REFUSED -> throw refused(name);
      case HELP, VERSION -> throw new IllegalStateException("asked for before");
    }
    return next;
  }

  private void put(String option, String... value) {
    single.put(option, List.of(value));
  }

  private static UsageException refused(String name) {
    return new UsageException(name + " is not understood here: give the program itself");
  }

  /** Checks the number of ranks here, where the user's spelling of the option is known. */
  private static String ranks(String name, String value) {
    if (number(name, value) < 1) {
      throw new UsageException(name + " " + value + ": a job needs at least 1 rank");
    }
    return value;
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new UsageException(name + ": '" + value + "' is not a whole number up to 2147483647");
    }
  }

  private void environment(String name, String assignment) {
    if (assignment.indexOf('=') > 0) {
      repeated.addAll(List.of("--env", assignment));
    } else if (JvmVariables.value(assignment) == null) {
      notices.line(name + " " + assignment + ": there is no such variable here");
    } else {
      exported.add(assignment);
    }
  }

  private void hosts(String name, String option, String value) {
    if (option.equals("--hostfile") && !Files.isReadable(Path.of(value))) {
      throw new UsageException(name + " " + value + ": no such file that can be read");
    }
    hosted = true;
    put(option, value);
  }

  private void ofHosts(String name, String... words) {
    ofHosts.put(name, List.of(words));
  }

  private void mapBy(String name, String words) {
    String value = OVERSUBSCRIBE.matcher(words).replaceFirst("");
    if (!value.equals(words)) {
      ofHosts(name + " :oversubscribe", "--oversubscribe");
    }
    Matcher perHost = PER_HOST.matcher(value);
    if (perHost.matches()) {
      ranksPerHost = number(name, perHost.group(1));
    } else if (value.equals("node") || value.equals("slot")) {
      ofHosts(name + " " + value, "--map-by", value);
    } else if (!value.isEmpty()) {
      notices.option(name + " " + value);
    }
  }

  /** The options about hosts; without hosts, a notice that they have no effect. */
  private List<String> wordsOfHosts() {
    List<String> words = new ArrayList<>();
    if (!hosted) {
      ofHosts.keySet().forEach(notices::option);
      return words;
    }
    ofHosts.values().stream().distinct().forEach(words::addAll);
    if (ranksPerHost != null) {
      words.addAll(List.of("--ranks-per-host", ranksPerHost.toString()));
    }
    for (String name : exported) {
      // Ranks of this host have the launcher's variables in any case.
      words.addAll(List.of("--env", name + "=" + JvmVariables.value(name)));
    }
    return words;
  }

  private void outputKind(String name, String value) {
    for (String kind : value.split(",", -1)) {
      if (kind.equals("tag") || kind.equals("rank")) {
        put("--tag-output");
      } else if (kind.startsWith("dir=")) {
        put("--output", kind.substring("dir=".length()));
      } else {
        notices.option(name + " " + kind);
      }
    }
  }

  private void binding(String name, String value) {
    if (List.of("core", "numa", "none").contains(value)) {
      put("--bind", value);
    } else {
      notices.option(name + " " + value);
    }
  }

  /** Reads {@code java [option]... program argument...}. */
  private void java(List<String> words) {
    if (words.isEmpty()) {
      throw new UsageException(
          "what is to be run? Give java and its arguments: " + launcher + " -np N java Main");
    }
    String command = words.getFirst();
    if (!command.matches("(.*[/\\\\])?java(\\.exe)?")) {
      throw new UsageException(
          "'"
              + command
              + "' is not java, and only Java programs are started here: "
              + launcher
              + " -np N java [options] Main");
    }
    if (!command.equals("java")) {
      notices.line("the JDK of ronsel is used, not " + command);
    }
    int at = 1;
    while (at < words.size() && program.isEmpty()) {
      String word = words.get(at);
      OptionKind kind = Family.JAVA.kind(word);
      int jvm = JvmOptionWords.words(word);
      if (kind != null) {
        at = option(kind, words, at);
      } else if (word.startsWith("--class-path=") || word.startsWith("--module-path=")) {
        String value = word.substring(word.indexOf('=') + 1);
        if (word.startsWith("--c")) {
          put("-cp", present(value));
        } else {
          put("-p", value);
        }
        at++;
      } else if (jvm > 0) {
        at = jvmOption(words, at, jvm);
      } else if (word.startsWith("@")) {
        throw new UsageException(word + ": files of arguments of java are not read here");
      } else if (word.startsWith("-")) {
        List<String> known = new ArrayList<>(Family.JAVA.all().keySet());
        known.addAll(JvmOptionWords.names());
        throw new UsageException(
            "unknown option " + word + " of java" + NearestWord.hint(word, known));
      } else {
        program = words.subList(at, words.size());
      }
    }
    if (program.isEmpty()) {
      throw new UsageException("what is to be run? " + command + " names no program");
    }
  }

  /** The placement of ranks, if no option of {@code ronsel run} among the words sets it. */
  private List<String> placement() {
    if (placed) {
      return List.of();
    }
    return device != null ? device.placement() : family.defaultPlacement();
  }

  /**
   * The words of {@code ronsel run}.
   *
   * @param first whether it is the first program of the job, which is preceded by the options of
   *     the whole job
   */
  List<String> words(int cores, boolean first) {
    List<String> words = new ArrayList<>(first ? placement() : List.of());
    words.addAll(wordsOfHosts());
    if (!single.containsKey("-n") && !hosted) {
      words.addAll(List.of("-n", Integer.toString(defaultRanks(cores))));
    }
    single.forEach(
        (option, value) -> {
          words.add(option);
          words.addAll(value);
        });
    words.addAll(repeated);
    words.addAll(program);
    return words;
  }

  private int defaultRanks(int cores) {
    if (ranksPerHost != null) {
      return ranksPerHost;
    }
    notices.line("no -np: " + cores + (cores == 1 ? " rank" : " ranks") + ", as many as cores");
    return cores;
  }
}
