package org.ronsel.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.AttributeKey;
import org.ronsel.Datatype;
import org.ronsel.InvalidArgumentException;

/** Attributes of datatypes (MPI-4.1, section 7.7.4). */
class DatatypeAttributesTest {
  @Test
  void aDuplicateGetsWhatTheCallbackGives() {
    List<String> deleted = new ArrayList<>();
    AttributeKey<Integer> counted =
        AttributeKey.of(
            "counted", (from, value) -> value + 1, (from, value) -> deleted.add("c" + value));
    AttributeKey<String> kept = AttributeKey.of("kept");
    Datatype<byte[]> type = Datatype.contiguous(3, Datatype.INT);
    type.attribute(counted, 1);
    type.attribute(kept, "here");
    Datatype<byte[]> copy = type.dup();
    assertThat(copy.attribute(counted)).isEqualTo(2);
    assertThat(copy.attribute(kept)).isNull();
    assertThat(type.attribute(kept)).isEqualTo("here");
    copy.attribute(counted, 5);
    assertThat(copy.removeAttribute(counted)).isTrue();
    assertThat(copy.removeAttribute(counted)).isFalse();
    type.removeAttributes();
    assertThat(type.attribute(kept)).isNull();
    assertThat(deleted).containsExactly("c2", "c5", "c1");
  }

  @Test
  void nullIsNeitherKeyNorValue() {
    Datatype<byte[]> type = Datatype.contiguous(1, Datatype.INT);
    assertThatThrownBy(() -> type.attribute(null)).isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> type.attribute(AttributeKey.of("x"), null))
        .isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> AttributeKey.of(null)).isInstanceOf(InvalidArgumentException.class);
  }
}
