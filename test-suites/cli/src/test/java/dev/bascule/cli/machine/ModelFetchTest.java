package dev.bascule.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.pretrained.PublishedData;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelFetchTest {
    @Test
    void labelled_data_is_fetched_by_its_name_as_models_are() {
        assertThat(ModelFetch.read(List.of("mnist", "digits", "real:silero-vad-6", "mnist")))
                .extracting(each -> each.known().orElseThrow().id())
                .containsExactly("mnist", "digits", "silero-vad-6");
    }

    @Test
    void all_stands_for_all_models_and_for_no_data() {
        assertThat(ModelFetch.read(List.of(ModelFetch.ALL)))
                .hasSameSizeAs(PretrainedModels.all())
                .noneMatch(each -> each.known().orElseThrow() instanceof PublishedData);
    }

    @Test
    void a_name_that_is_none_is_refused_with_the_nearest() {
        assertThatThrownBy(() -> ModelFetch.read(List.of("mnits")))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("did you mean 'mnist'");
    }
}
