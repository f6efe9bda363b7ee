import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Adds to {@code mpi.MPI} what the language does not allow beside what the source has, and what
 * class files compiled against MPJ Express look for: {@code void Buffer_detach()} beside {@code
 * byte[] Buffer_detach()}, and the field {@code Comm COMM_SELF} beside {@code Intracomm COMM_SELF}.
 * Compilers pass over them, because they are synthetic.
 */
final class AddTwins {
  private static final String METHOD = "Buffer_detach";
  private static final MethodTypeDesc WRITTEN =
      MethodTypeDesc.of(ConstantDescs.CD_byte.arrayType());
  private static final MethodTypeDesc TWIN = MethodTypeDesc.of(ConstantDescs.CD_void);

  /** What the twin calls. */
  private static final String BEHIND_TWIN = "detachIfAttached";

  private static final String FIELD = "COMM_SELF";
  private static final ClassDesc FIELD_TYPE = ClassDesc.of("mpi.Intracomm");
  private static final ClassDesc FIELD_TWIN_TYPE = ClassDesc.of("mpi.Comm");

  private AddTwins() {}

  /** Rewrites {@code mpi/MPI.class} of a folder; does nothing if it has the twins already. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0], "mpi", "MPI.class");
    ClassFile format = ClassFile.of();
    ClassModel model = format.parse(file);
    if (hasMethod(model, TWIN)) {
      return;
    }
    if (!hasMethod(model, WRITTEN) || !hasField(model)) {
      throw new IllegalStateException(file + " lacks byte[] " + METHOD + "() or " + FIELD);
    }
    Files.write(file, format.transformClass(model, setBothFields(model).andThen(twins(model))));
  }

  /** The static initialiser gives the field's value to its twin too. */
  private static ClassTransform setBothFields(ClassModel model) {
    ClassDesc mpi = model.thisClass().asSymbol();
    CodeTransform both =
        (code, element) -> {
          boolean isSet =
              element instanceof FieldInstruction put
                  && put.opcode() == Opcode.PUTSTATIC
                  && put.name().equalsString(FIELD);
          if (isSet) {
            code.dup();
          }
          code.with(element);
          if (isSet) {
            code.putstatic(mpi, FIELD, FIELD_TWIN_TYPE);
          }
        };
    return ClassTransform.transformingMethodBodies(
        method -> method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME), both);
  }

  private static ClassTransform twins(ClassModel model) {
    int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    return ClassTransform.endHandler(
        builder -> {
          builder.withField(FIELD, FIELD_TWIN_TYPE, flags | ClassFile.ACC_FINAL);
          builder.withMethodBody(
              METHOD,
              TWIN,
              flags,
              code -> code.invokestatic(model.thisClass().asSymbol(), BEHIND_TWIN, TWIN).return_());
        });
  }

  private static boolean hasMethod(ClassModel model, MethodTypeDesc type) {
    return model.methods().stream()
        .anyMatch(
            method ->
                method.methodName().equalsString(METHOD) && method.methodTypeSymbol().equals(type));
  }

  private static boolean hasField(ClassModel model) {
    return model.fields().stream()
        .anyMatch(
            field ->
                field.fieldName().equalsString(FIELD)
                    && field.fieldTypeSymbol().equals(FIELD_TYPE));
  }
}
