package dev.bascule.models.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SizedModelsTest {
    @Test
    void there_are_many_sizes_of_many_architectures() {
        assertThat(Zoo.sizes()).hasSizeGreaterThanOrEqualTo(25);
        assertThat(Zoo.sizes().stream()
                        .map(model -> model.architecture().getClass())
                        .collect(Collectors.toSet()))
                .hasSizeGreaterThanOrEqualTo(15);
    }

    @Test
    void none_is_above_sixty_megabytes_and_none_is_one_of_the_listed_models() {
        assertThat(Zoo.sizes()).extracting(ZooModel::id).doesNotHaveDuplicates();
        assertThat(Zoo.sizes()).allSatisfy(model -> {
            assertThat(model.sizeBytes()).as(model.id()).isLessThan(60_000_000);
            assertThat(Zoo.models()).extracting(ZooModel::id).doesNotContain(model.id());
            assertThat(Zoo.model(model.id())).contains(model);
        });
    }
}
