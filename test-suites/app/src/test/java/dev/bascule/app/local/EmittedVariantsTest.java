package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.quantization.QuantizationRequest.Emission;
import dev.bascule.studies.quantization.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EmittedVariantsTest {
    private static final List<Variant> VARIANTS =
            List.of(new Variant("float16", "", Optional.empty(), "it is quantised already"));

    private static EmittedVariants wanting(String which) {
        return new EmittedVariants("model", Optional.of(new Emission(which, Path.of("made"))));
    }

    @Test
    void a_method_that_somebody_named_and_that_made_nothing_is_told() {
        assertThat(wanting("float16").refused(VARIANTS))
                .contains("--emit float16 wrote nothing: it was not made, for it is quantised already");
        assertThat(wanting("float16").write(VARIANTS, List.of())).isEmpty();
    }

    @Test
    void what_nobody_named_is_not() {
        assertThat(wanting("best").refused(VARIANTS)).isEmpty();
        assertThat(wanting("all").refused(VARIANTS)).isEmpty();
        assertThat(new EmittedVariants("model", Optional.empty()).refused(VARIANTS))
                .isEmpty();
    }
}
