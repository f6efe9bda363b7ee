package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.ErrorMessage.Outside;

/** Errors know the parts of which their messages are composed. */
class RonselExceptionTest {
  private static final ErrorPlace SEND = ErrorPlace.of(3, "send");

  @Test
  void aMessageIsComposedOfItsParts() {
    assertThat(ErrorMessage.of("no reason")).hasToString("no reason");
    assertThat(ErrorPlace.of(3).message("it is late")).hasToString("rank 3: it is late");
    assertThat(SEND.message("tag -1")).hasToString("rank 3, send: tag -1");
    assertThat(SEND.on("world").message("tag -1")).hasToString("rank 3, send on world: tag -1");
    assertThat(SEND.with(" of 2 INT").on("world").message("tag -1"))
        .hasToString("rank 3, send of 2 INT on world: tag -1");
    assertThat(ErrorPlace.of("Group.include").message("rank 9"))
        .hasToString("Group.include: rank 9");
    assertThat(SEND.message("no buffer is attached", Advice.ATTACH_BUFFER))
        .hasToString("rank 3, send: no buffer is attached; call Ronsel.attachBuffer(bytes) before");
  }

  @Test
  void anotherMessageIsComposedOfOtherNames() {
    ErrorMessage message = SEND.on("world").message("tag -1", Advice.MERGE);
    assertThat(message.place().named("Isend").message("tag -1"))
        .hasToString("rank 3, Isend on world: tag -1");
    assertThat(ErrorMessage.compose(SEND, "tag -1", "try another"))
        .isEqualTo("rank 3, send: tag -1; try another");
    assertThat(ErrorMessage.compose(ErrorPlace.UNKNOWN, "tag -1", null)).isEqualTo("tag -1");
  }

  @Test
  void anErrorTellsItsOperationAndItsReason() {
    RonselException error =
        new DeadlockException(SEND.message("it can never complete", Advice.POST_RECEIVE));
    assertThat(error.operation()).isEqualTo("send");
    assertThat(error.reason())
        .isEqualTo("it can never complete; post the receive first, or use iSend or sendReceive");
    assertThat(error).hasMessage("rank 3, send: " + error.reason());
  }

  @Test
  void anErrorOfAProgramHasAReasonAlone() {
    RonselException error = new ProcessFailedException("as if");
    assertThat(error.operation()).isNull();
    assertThat(error.reason()).isEqualTo("as if");
    assertThat(error).hasMessage("as if");
  }

  @ParameterizedTest
  @EnumSource
  void adviceFollowsASemicolon(Advice advice) {
    assertThat(SEND.message("it fails", advice)).hasToString("rank 3, send: it fails; " + advice);
  }

  @Test
  void callsNameThemselvesAndWhatIsWrong() {
    Ronsel.run(
        2,
        world -> {
          failsAs("send", world, () -> world.send(new int[1], 7, 0));
          failsAs("receive", world, () -> world.receive(new int[1], 0, -5));
          failsAs("broadcast", world, () -> world.broadcast(new int[1], 9));
          failsAs("iAllReduce", world, () -> world.iAllReduce(new int[1], new int[1], null));
          failsAs("split", world, () -> world.split(-5, 0));
          failsAs("sendBuffered", world, () -> world.sendBuffered(new int[1], 0, 0));
          failsAs("allocate", world, () -> Ronsel.allocate(-1));
          failsAs(
              "createCart", world, () -> world.createCart(new int[] {9}, new boolean[1], false));
        });
  }

  private static void failsAs(String operation, Comm world, ThrowingCallable call) {
    RonselException error = thrown(call);
    assertThat(error.operation()).isEqualTo(operation);
    assertThat(error).hasMessage("rank " + world.rank() + ", " + operation + ": " + error.reason());
  }

  @Test
  void callsWithoutARankNameTheirType() {
    RonselException error = thrown(() -> Datatype.vector(-1, 1, 1, Datatype.INT));
    assertThat(error.operation()).isEqualTo("Datatype.vector");
    assertThat(error).hasMessage("Datatype.vector: " + error.reason());
  }

  @Test
  void dataOutsideABufferAreKnown() {
    Ronsel.run(
        1,
        self -> {
          UntypedComm calls = self.untyped();
          Datatype<?> pair = Datatype.contiguous(2, Datatype.INT);
          byte[] bytes = {};
          int[] ints = {};
          outside(
              new Outside(BufferRole.BUFFER, 4, "BYTE"),
              () -> calls.send(SendMode.STANDARD, bytes, Datatype.BYTE, 0, 4, 0, 0));
          outside(
              new Outside(BufferRole.BUFFER, 4, pair.toString()),
              () -> calls.send(SendMode.STANDARD, ints, pair, 0, 4, 0, 0));
          outside(
              new Outside(BufferRole.BUFFER, -1, "INT"),
              () -> calls.send(SendMode.STANDARD, bytes, Datatype.INT, 5, 4, 0, 0));
          outside(
              new Outside(BufferRole.SEGMENT, 4, "BYTE"),
              () ->
                  calls.receive(
                      MemorySegment.ofArray(bytes), Datatype.BYTE, 0, 4, 0, 0, new Status()));
          outside(
              new Outside(BufferRole.RECEIVE, 4, "INT"), () -> self.allGather(new int[4], ints));
        });
  }

  private static void outside(Outside expected, ThrowingCallable call) {
    assertThat(thrown(call).parts().outside()).isEqualTo(expected);
  }

  /** As those of operators of programs, which reach all ranks. */
  @Test
  void partsOutliveSerialization() {
    ErrorMessage message =
        SEND.on("world")
            .message("it fails", Advice.MERGE)
            .with(new Outside(BufferRole.SEND, 4, "INT"));
    List<RonselException> errors =
        List.of(
            new InvalidArgumentException(ErrorClass.BUFFER, message, new Exception("why")),
            new TruncationException(message),
            new TruncationException(SEND.message(ErrorText.of("unlike ").withCall("scan"))),
            new ProcessFailedException("as if"));
    ObjectCodec codec = ObjectCodec.serialization();
    for (RonselException error : errors) {
      Object read = codec.decode(codec.encode(error), RonselExceptionTest.class.getClassLoader());
      assertThat(read).isInstanceOf(error.getClass());
      RonselException copy = (RonselException) read;
      assertThat(copy).hasMessage(error.getMessage());
      assertThat(copy.parts()).isEqualTo(error.parts());
      assertThat(copy.errorClass()).isEqualTo(error.errorClass());
    }
  }

  private static RonselException thrown(ThrowingCallable call) {
    RonselException error = catchThrowableOfType(RonselException.class, call);
    assertThat(error).isNotNull();
    return error;
  }
}
