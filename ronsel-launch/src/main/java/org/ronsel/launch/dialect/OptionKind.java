package org.ronsel.launch.dialect;

/** What an option of another family is in Ronsel. */
enum OptionKind {
  RANKS(1, "number of ranks"),
  RANKS_PER_HOST(1, "number of ranks of each host"),
  ONE_RANK_PER_HOST(0, "one rank on each host"),
  DEVICE(1, "where ranks are put: see docs/launcher.md"),
  HOST_FILE(1, "file of hosts: HOST, HOST:4 or HOST slots=4 a line"),
  HOST_LIST(1, "hosts, with commas between: HOST or HOST:4"),
  MAP_BY(1, "slot, node: how ranks are dealt to hosts; ppr:K:node: K on each; others mean nothing"),
  BY_NODE(0, "deal ranks to the hosts in turn"),
  BY_SLOT(0, "fill one host after the other, the default"),
  OVERSUBSCRIBE(0, "more ranks on a host than it has slots"),
  NETWORK(1, "name of the interface that leads to other hosts"),
  CLASS_PATH(1, "class path"),
  CLASS(1, "the program is this class"),
  JAR(1, "the program is this jar"),
  MODULE_PATH(1, "module path"),
  MODULE(1, "the program is this module, or module/class"),
  DIRECTORY(1, "working directory of the ranks"),
  ENVIRONMENT(1, "variable of the ranks, NAME=VALUE or NAME"),
  ENVIRONMENT_PAIR(2, "variable of the ranks, NAME VALUE"),
  TAG_OUTPUT(0, "begin each line of output with its rank"),
  OUTPUT_DIRECTORY(1, "write output to files in this directory"),
  OUTPUT_KIND(1, "tag, rank: begin each line with its rank; dir=DIR: write to files in DIR"),
  TIMEOUT(1, "end the job after this many seconds"),
  BINDING(1, "core, numa, none: bind each rank; others mean nothing here"),
  DEBUG_PORT(1, "the JVM of rank 0 waits at this port for a debugger"),
  NOTHING(0, "has no effect here and is ignored"),
  NOTHING_OF_1(1, "has no effect here and is ignored"),
  NOTHING_OF_2(2, "has no effect here and is ignored"),
  REFUSED(0, "not available here"),
  VERSION(0, "print the version"),
  HELP(0, "show this help");

  private final int words;
  private final String description;

  OptionKind(int words, String description) {
    this.words = words;
    this.description = description;
  }

  /** The number of words that follow the option. */
  int words() {
    return words;
  }

  /** The description for the help. */
  String description() {
    return description;
  }
}
