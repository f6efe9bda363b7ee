package org.ronsel.runtime.classes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the programs that tests load. */
public final class Sources {
  private Sources() {}

  /** Compiles one source file into a directory of classes. */
  public static void compile(Path classes, String fileName, String source, String... options)
      throws IOException {
    Path file = classes.resolveSibling(classes.getFileName() + "-src").resolve(fileName);
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> all = new ArrayList<>(List.of("-d", classes.toString()));
      all.addAll(List.of(options));
      boolean done =
          compiler.getTask(messages, files, null, all, null, files.getJavaFileObjects(file)).call();
      assertThat(done).as(messages.toString()).isTrue();
    }
  }
}
