import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Adds {@code void mpi.MPI.Buffer_detach()} beside {@code byte[] Buffer_detach()}: the former is
 * what class files compiled against MPJ Express call, the latter what sources for mpiJava use. The
 * language allows only one of them.
 */
final class AddTwins {
  private static final String NAME = "Buffer_detach";
  private static final MethodTypeDesc WRITTEN =
      MethodTypeDesc.of(ConstantDescs.CD_byte.arrayType());
  private static final MethodTypeDesc TWIN = MethodTypeDesc.of(ConstantDescs.CD_void);

  private AddTwins() {}

  /** Rewrites {@code mpi/MPI.class} of a folder; does nothing if it has the method already. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0], "mpi", "MPI.class");
    ClassFile format = ClassFile.of();
    ClassModel model = format.parse(file);
    if (has(model, TWIN)) {
      return;
    }
    if (!has(model, WRITTEN)) {
      throw new IllegalStateException(file + " has no method byte[] " + NAME + "()");
    }
    int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    byte[] changed =
        format.transformClass(
            model,
            ClassTransform.endHandler(
                builder ->
                    builder.withMethodBody(
                        NAME,
                        TWIN,
                        flags,
                        code ->
                            code.invokestatic(model.thisClass().asSymbol(), NAME, WRITTEN)
                                .pop()
                                .return_())));
    Files.write(file, changed);
  }

  private static boolean has(ClassModel model, MethodTypeDesc type) {
    return model.methods().stream()
        .anyMatch(
            method ->
                method.methodName().equalsString(NAME) && method.methodTypeSymbol().equals(type));
  }
}
