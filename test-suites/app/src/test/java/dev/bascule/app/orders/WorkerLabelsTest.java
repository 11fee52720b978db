package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerLabelsTest {
    @Test
    void an_owner_names_it_by_words() {
        assertThat(WorkerLabels.named(List.of("gpu-lab", " quiet", "v1.2_b", "quiet")))
                .containsExactly("gpu-lab", "quiet", "v1.2_b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu@lab", "worker@other-123456", "two words", "", "-x", "a:b", "ü"})
    void what_no_requirement_can_name_or_what_is_bascules_own_to_say_is_refused_and_not_dropped(String label) {
        assertThatThrownBy(() -> WorkerLabels.named(List.of("fine", label)))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                .hasMessageContaining("'%s' is no label".formatted(label));
    }
}
