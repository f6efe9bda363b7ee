package programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Datatype;
import mpi.Errhandler;
import mpi.Freeable;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;
import mpi.Status;
import mpi.Struct;
import mpi.UserFunction;
import mpi.User_function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where Open MPI's bindings and the mpiJava family disagree, and how this package answers both. The
 * numbers are those of the rows in {@code docs/compatibility.md}.
 */
class ConflictsTest {
  @TempDir java.nio.file.Path classes;

  /** What the compiler says about a source, empty if it is content. */
  private String compile(String body) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Program.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return body;
          }
        };
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    boolean done = compiler.getTask(messages, null, null, options, null, List.of(source)).call();
    return done ? "" : messages.toString();
  }

  private static String program(String imports, String body) {
    return imports + " class Program { void run() { " + body + " } }";
  }

  private static void onRanks(int ranks, JobRanks.Body body) {
    try (JobRanks job = new JobRanks(JobRanks.Placement.THREADS, ranks)) {
      job.run(body);
    }
  }

  // ---- 1: same name, different shape ----

  @Test
  void row1ExceptionsAreUncheckedAndStillDeclared() throws Exception {
    assertThat(RuntimeException.class).isAssignableFrom(MPIException.class);
    assertThat(Modifier.isFinal(MPIException.class.getModifiers())).isFalse();
    assertThat(new MPIException().getErrorClass()).isEqualTo(MPI.ERR_OTHER);
    assertThat(new MPIException("why")).hasMessage("why");
    IllegalStateException cause = new IllegalStateException("cause");
    assertThat(new MPIException(cause)).hasCause(cause);
    for (Class<?> type : List.of(Comm.class, Intracomm.class, Request.class, Group.class)) {
      for (Method method : type.getMethods()) {
        Class<?> owner = method.getDeclaringClass();
        if (owner.getPackageName().equals("mpi")
            && !method.isBridge()
            && !Set.of("ronsel", "of", "toString", "isNull", "getRequest", "Create_graph", "equals")
                .contains(method.getName())) {
          assertThat(method.getExceptionTypes()).as("%s", method).contains(MPIException.class);
        }
      }
    }
  }

  @Test
  void row1SourcesOfBothKindsCompile() {
    assertThat(compile(program("import mpi.*;", "MPI.COMM_WORLD.Barrier();"))).isEmpty();
    assertThat(
            compile(
                program(
                    "import mpi.*;",
                    "try { MPI.COMM_WORLD.barrier(); } catch (MPIException e) {"
                        + " System.out.println(e.getErrorClass()); }")))
        .isEmpty();
  }

  @Test
  void row2FileMeansThatOfJavaIo() {
    assertThat(compile(program("import mpi.*; import java.io.*;", "File file = new File(\".\");")))
        .isEmpty();
    assertThatThrownBy(() -> Class.forName("mpi.File")).isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void row3TopologiesHaveBothNames() {
    assertThat(CartComm.class.getSuperclass()).isEqualTo(Cartcomm.class);
    assertThat(Cartcomm.class.getSuperclass()).isEqualTo(Intracomm.class);
    assertThat(GraphComm.class.getSuperclass()).isEqualTo(Graphcomm.class);
    onRanks(
        2,
        rank -> {
          MPI.Init(new String[0]);
          boolean[] periods = {false};
          Cartcomm made = MPI.COMM_WORLD.Create_cart(new int[] {2}, periods, false);
          Check.that(made instanceof CartComm, "both factories make both types");
          Check.that(
              MPI.COMM_WORLD.Create_graph(new int[] {1, 2}, new int[] {1, 0}, false)
                  instanceof GraphComm,
              "both factories make both types");
          MPI.Finalize();
        });
  }

  @Test
  void row4StructIsThatOfOpenMpiAndAFactoryMakesThatOfMpiJava() throws Exception {
    assertThat(Modifier.isAbstract(Struct.class.getModifiers())).isTrue();
    assertThat(Struct.class.getMethod("getType").getReturnType()).isEqualTo(Datatype.class);
    Datatype made = Datatype.Struct(new int[] {1}, new int[] {0}, new Datatype[] {MPI.INT});
    assertThat(made.Size()).isEqualTo(1);
  }

  @Test
  void row5BufferDetachAnswersAnArrayInSourcesAndNothingToClassFilesOfMpjExpress()
      throws Exception {
    assertThat(compile(program("import mpi.*;", "byte[] b = MPI.Buffer_detach();"))).isEmpty();
    assertThat(compile(program("import mpi.*;", "MPI.Buffer_attach(new byte[9]);"))).isEmpty();
    assertThat(
            compile(
                program(
                    "import mpi.*;",
                    "MPI.Buffer_attach(java.nio.ByteBuffer.allocate(9)); MPI.Buffer_detach();")))
        .isEmpty();
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    var twin = lookup.findStatic(MPI.class, "Buffer_detach", MethodType.methodType(void.class));
    onRanks(
        1,
        rank -> {
          MPI.Init(new String[0]);
          MPI.Buffer_attach(ByteBuffer.allocateDirect(100));
          try {
            twin.invokeExact();
          } catch (Throwable e) {
            throw new AssertionError(e);
          }
          Check.throwsError(MPI::Buffer_detach, "a buffer that is detached");
          try {
            twin.invokeExact();
          } catch (Throwable e) {
            throw new AssertionError("MPJ Express detaches nothing in silence", e);
          }
          MPI.Buffer_attach(ByteBuffer.allocate(9));
          MPI.Buffer_attach(ByteBuffer.allocate(900));
          MPI.COMM_WORLD.Bsend(new byte[100], 0, 100, MPI.BYTE, 0, 1);
          MPI.COMM_WORLD.Recv(new byte[100], 0, 100, MPI.BYTE, 0, 1);
          Check.throwsError(() -> MPI.Buffer_attach(new byte[9]), "mpiJava attaches one only");
          Check.equal(MPI.Buffer_detach().length, 900, "the array that replaced the other");
          MPI.Finalize();
        });
  }

  @Test
  void row6PackIsOverBytes() throws Exception {
    Method pack =
        Comm.class.getMethod(
            "Pack", Object.class, int.class, int.class, Datatype.class, byte[].class, int.class);
    assertThat(pack.getReturnType()).isEqualTo(int.class);
    assertThat(Arrays.stream(Comm.class.getMethods()).filter(m -> m.getName().equals("Pack")))
        .hasSize(1);
  }

  @Test
  void row7CommSelfIsAnIntracommInSourcesAndACommToClassFilesOfMpjExpress() throws Throwable {
    assertThat(MPI.class.getField("COMM_SELF").getType()).isEqualTo(Intracomm.class);
    assertThat(compile(program("import mpi.*;", "Comm self = MPI.COMM_SELF;"))).isEmpty();
    assertThat(compile(program("import mpi.*;", "Intracomm self = MPI.COMM_SELF;"))).isEmpty();
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Comm twin = (Comm) lookup.findStaticGetter(MPI.class, "COMM_SELF", Comm.class).invokeExact();
    assertThat(twin).isSameAs(MPI.COMM_SELF);
  }

  /** Many programs for MPJ Express import its internals and use none of them. */
  @Test
  void packagesOfInternalsCanBeImported() throws Exception {
    String imports = "import mpi.*; import mpjdev.*; import mpjbuf.*; import xdev.*;";
    assertThat(compile(program(imports, "Comm c = MPI.COMM_WORLD; Request r = null;"))).isEmpty();
    assertThat(compile(program(imports, "mpjbuf.Buffer b = null;"))).isNotEmpty();
  }

  @Test
  void fieldsOfAStatusLieWhereClassFilesOfMpjExpressFindThem() throws Throwable {
    Class<?> parent = Class.forName("mpjdev.Status");
    assertThat(Status.class.getSuperclass()).isEqualTo(parent);
    assertThat(((Object) parent.getConstructor().newInstance())).isNotNull();
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    for (String name : List.of("source", "tag", "index", "count", "countInBytes", "numEls")) {
      assertThat(parent.getField(name).getDeclaringClass()).isEqualTo(parent);
      lookup.findGetter(Status.class, name, int.class);
    }
    assertThat(new Status().source).isEqualTo(MPI.ANY_SOURCE);
    assertThat(compile(program("import mpi.*;", "mpjdev.Status s = new Status(); s.tag = 1;")))
        .isEmpty();
  }

  @Test
  void row8CloneHasBothResults() throws Exception {
    for (Class<?> type : List.of(Comm.class, Intracomm.class, Intercomm.class, CartComm.class)) {
      assertThat(Arrays.stream(type.getMethods()).filter(m -> m.getName().equals("clone")))
          .extracting(Method::getReturnType)
          .contains(Object.class)
          .contains((Class) type);
    }
    assertThat(
            compile(
                program(
                    "import mpi.*;",
                    "Intracomm a = (Intracomm) MPI.COMM_WORLD.clone();"
                        + " Intracomm b = MPI.COMM_WORLD.clone();")))
        .isEmpty();
  }

  @Test
  void row9ClassesThatMpjExpressLeavesOpenAreOpen() {
    for (Class<?> type :
        List.of(MPI.class, Op.class, Group.class, Status.class, Prequest.class, Intercomm.class)) {
      assertThat(Modifier.isFinal(type.getModifiers())).as("%s", type).isFalse();
    }
  }

  @Test
  void row10FreeableIsPublic() {
    assertThat(Modifier.isPublic(Freeable.class.getModifiers())).isTrue();
    assertThat(
            List.of(Comm.class, Datatype.class, Group.class, Request.class, Op.class, Status.class))
        .allMatch(Freeable.class::isAssignableFrom);
  }

  @Test
  void row11FreeNeedsNoCatch() {
    assertThat(
            compile(
                program(
                    "import mpi.*;",
                    "MPI.COMM_WORLD.Group().free();" + " Datatype.Contiguous(2, MPI.INT).free();")))
        .isEmpty();
  }

  @Test
  void row12InternalsAreLeftOut() {
    assertThatExceptionOfType(NoSuchFieldException.class)
        .isThrownBy(() -> Datatype.class.getField("baseType"));
    assertThatExceptionOfType(NoSuchFieldException.class)
        .isThrownBy(() -> Comm.class.getField("mpjdevComm"));
    assertThatExceptionOfType(NoSuchFieldException.class)
        .isThrownBy(() -> Op.class.getField("handle"));
  }

  @Test
  void row13OperatorsOfBothSpellings() {
    assertThat(Modifier.isAbstract(UserFunction.class.getModifiers())).isTrue();
    assertThat(Modifier.isAbstract(User_function.class.getModifiers())).isTrue();
    assertThat(UserFunction.class.isInterface() || User_function.class.isInterface()).isFalse();
    assertThat(
            compile(
                "import mpi.*; class Program { Op a = new Op(new UserFunction() {}, true);"
                    + " Op b = new Op(new User_function() { public void Call(Object i, int io,"
                    + " Object o, int oo, int n, Datatype t) {} }, false);}"))
        .isEmpty();
  }

  @Test
  void row14ParametersHaveFieldsAndGetters() {
    onRanks(
        2,
        rank -> {
          MPI.Init(new String[0]);
          Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[] {true}, false);
          CartParms parms = grid.Get();
          Check.equal(parms.dims[0], parms.getDim(0), "dims");
          Check.equal(parms.periods[0], parms.getPeriod(0), "periods");
          Check.equal(parms.coords[0], parms.getCoord(0), "coords");
          ShiftParms shift = grid.Shift(0, 1);
          Check.equal(shift.rank_source, shift.getRankSource(), "source");
          Check.equal(shift.rank_dest, shift.getRankDest(), "dest");
          GraphParms graph =
              MPI.COMM_WORLD.Create_graph(new int[] {1, 2}, new int[] {1, 0}, false).Get();
          Check.equal(graph.index[1], graph.getIndex(1), "index");
          Check.equal(graph.edges[1], graph.getEdge(1), "edges");
          Request send = MPI.COMM_WORLD.iSend(new int[3], 3, MPI.INT, rank, 4);
          Status status = MPI.COMM_WORLD.Recv(new int[3], 0, 3, MPI.INT, rank, 4);
          send.waitFor();
          Check.equal(status.source, status.getSource(), "source");
          Check.equal(status.tag, status.getTag(), "tag");
          Check.equal(status.index, status.getIndex(), "index");
          Check.equal(status.count, status.getCount(MPI.INT), "count");
          Check.equal(status.numEls, status.getElements(MPI.INT), "elements");
          MPI.Finalize();
        });
  }

  @Test
  void row15AttributesAreObjects() {
    String imports = "import mpi.*;";
    assertThat(compile(program(imports, "Object value = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);")))
        .isEmpty();
    assertThat(compile(program(imports, "int value = (int) MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);")))
        .isEmpty();
    assertThat(compile(program(imports, "int value = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);")))
        .contains("Object cannot be converted to int");
  }

  // ---- 2: same name, different value or meaning ----

  @Test
  void comparisonsHaveTheNumbersThatClassFilesOfMpjExpressCarry() {
    assertThat(new int[] {MPI.IDENT, MPI.SIMILAR, MPI.UNEQUAL, MPI.CONGRUENT})
        .containsExactly(0, 1, 2, 3);
  }

  @Test
  void specialRanksDifferFromEachOtherAndFromEveryLegalNumber() {
    assertThat(Set.of(MPI.ANY_SOURCE, MPI.PROC_NULL, MPI.ROOT, MPI.UNDEFINED)).hasSize(4);
    assertThat(List.of(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.PROC_NULL, MPI.ROOT, MPI.UNDEFINED))
        .allMatch(value -> value < 0);
  }

  @Test
  void topologiesAndThreadLevelsHaveDistinctNumbers() {
    assertThat(Set.of(MPI.CART, MPI.GRAPH, MPI.DIST_GRAPH, MPI.UNDEFINED)).hasSize(4);
    assertThat(
            new int[] {
              MPI.THREAD_SINGLE, MPI.THREAD_FUNNELED, MPI.THREAD_SERIALIZED, MPI.THREAD_MULTIPLE
            })
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void int2IsOneTypeWithTheSizesOfBothSpellings() {
    assertThat(MPI.INT2.Extent()).isEqualTo(2);
    assertThat(MPI.INT2.getExtent()).isEqualTo(8);
  }

  @Test
  void keysOfAttributesAreDistinctAndWorkInBothSpellings() {
    assertThat(Set.of(MPI.TAG_UB, MPI.HOST, MPI.IO, MPI.APPNUM, MPI.UNIVERSE_SIZE)).hasSize(5);
    onRanks(
        1,
        rank -> {
          MPI.Init(new String[0]);
          Check.equal(
              MPI.COMM_WORLD.getAttr(MPI.TAG_UB), MPI.COMM_WORLD.Attr_get(MPI.TAG_UB), "TAG_UB");
          MPI.Finalize();
        });
  }

  @Test
  void initStripsWhatALauncherOfMpjExpressPutsBeforeTheArguments() {
    String[] given = {"0", "1", "niodev", "a"};
    onRanks(
        1,
        rank -> {
          Check.equal(MPI.Init(given), given, "the arguments of a plain launch");
          MPI.Finalize();
        });
    System.setProperty("ronsel.mpj.args", "niodev");
    try {
      onRanks(
          1,
          rank -> {
            Check.equal(MPI.Init(given), new String[] {"a"}, "the arguments of the program");
            MPI.Finalize();
          });
    } finally {
      System.clearProperty("ronsel.mpj.args");
    }
  }

  @Test
  void fatalErrorsAbortOnlyWhereThatWasAskedFor() {
    abortsWith(MPI.ERRORS_ARE_FATAL);
    abortsWith(new Errhandler(Errhandler.FATAL));
  }

  private static void abortsWith(Errhandler handler) {
    assertThatThrownBy(
            () ->
                org.ronsel.Ronsel.run(
                    1,
                    world -> {
                      MPI.Init(new String[0]);
                      MPI.COMM_WORLD.setErrhandler(handler);
                      MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 7, 0);
                    }))
        .isInstanceOf(org.ronsel.RankFailedException.class)
        .hasCauseInstanceOf(org.ronsel.JobAbortedException.class);
  }

  @Test
  void unitsOfStridesDifferByTheSpelling() {
    assertThat(Datatype.Hvector(2, 1, 4, MPI.INT).Extent()).isEqualTo(5);
    assertThat(Datatype.createHVector(2, 1, 4, MPI.INT).getExtent()).isEqualTo(2);
  }

  @Test
  void partsWithoutColorAreNullObjectsInOneSpellingAndNullInTheOther() {
    onRanks(
        1,
        rank -> {
          MPI.Init(new String[0]);
          Check.that(MPI.COMM_WORLD.split(MPI.UNDEFINED, 0).isNull(), "split");
          Check.that(MPI.COMM_WORLD.Split(MPI.UNDEFINED, 0) == null, "Split");
          MPI.Finalize();
        });
  }

  // ---- 3: where ranks share classes ----

  @Test
  void theWorldIsThatOfTheCallingRankWhereRanksShareClasses() {
    int[] seen = new int[4];
    Intracomm one = MPI.COMM_WORLD;
    onRanks(
        4,
        rank -> {
          MPI.Init(new String[0]);
          Check.equal(one.Rank(), rank, "rank");
          seen[rank] = one.getRank() + MPI.COMM_SELF.getSize();
          MPI.Finalize();
        });
    assertThat(seen).containsExactly(1, 2, 3, 4);
  }
}
