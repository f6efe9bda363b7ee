package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Texts of errors know the names of calls in them, also where they are parts of others. */
class ErrorTextTest {
  private static final ErrorText TEXT =
      ErrorText.of("rank 1 calls ").withCall("barrier").with(", not ").withCall("scan");

  @Test
  void callsAreKnownAmongTheWords() {
    assertThat(TEXT).hasToString("rank 1 calls barrier, not scan");
    assertThat(TEXT.calls()).containsExactly("barrier", "scan");
    assertThat(TEXT.named(name -> name.toUpperCase(Locale.ROOT)))
        .isEqualTo("rank 1 calls BARRIER, not SCAN");
    assertThat(ErrorText.ofCall("scan").with(" fails").with(TEXT))
        .hasToString("scan failsrank 1 calls barrier, not scan");
  }

  @Test
  void aMessageInAnotherOneKeepsItsCalls() {
    ErrorText text = ErrorPlace.of(3, "send").on("world").message(TEXT).text();
    assertThat(text).hasToString("rank 3, send on world: rank 1 calls barrier, not scan");
    assertThat(text.calls()).containsExactly("send", "barrier", "scan");
    assertThat(ErrorMessage.of("no call").text()).isEqualTo(ErrorText.of("no call"));
    assertThat(ErrorPlace.of("merge").message("fails", Advice.MERGE).text())
        .hasToString("merge: fails; " + Advice.MERGE);
  }

  @Test
  void anEncodedTextIsReadAsItWas() {
    ErrorText call = ErrorText.ofCall("scan");
    for (ErrorText text : List.of(TEXT, call, ErrorText.of(""), ErrorText.of("no call"))) {
      assertThat(ErrorText.decoded(text.encoded())).isEqualTo(text);
      assertThat(ErrorText.decoded(text.encoded() + call.encoded())).isEqualTo(text.with(call));
    }
  }

  @Test
  void anEncodedTextThatIsCutIsReadAsFarAsItGoes() {
    String encoded = TEXT.encoded();
    for (int length = 0; length < encoded.length(); length++) {
      assertThat(TEXT.toString())
          .startsWith(ErrorText.decoded(encoded.substring(0, length)).toString());
    }
  }

  @Test
  void wordsOfProgramsBecomeNoCalls() {
    ErrorText said = ErrorText.of("it said \0barrier\0").withCall("scan");
    assertThat(ErrorText.decoded(said.encoded()).calls()).containsExactly("scan");
  }

  @Test
  void thereAreWordsOnBothSidesOfEachCall() {
    assertThatThrownBy(() -> new ErrorText(List.of("rank 1 calls "), List.of("scan")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
