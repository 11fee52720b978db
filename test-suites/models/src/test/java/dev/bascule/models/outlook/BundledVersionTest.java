package dev.bascule.models.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class BundledVersionTest {
    @Test
    void the_version_that_predictions_speak_of_is_the_one_that_is_pinned_for_both_sides() throws IOException {
        assertThat(Files.readString(Checkout.path("pom.xml")))
                .contains("<onnxruntime.version>%s</onnxruntime.version>".formatted(EngineBuilds.BUNDLED));
        assertThat(Json.MAPPER
                        .readTree(Checkout.path("browser-runtime/package.json").toFile())
                        .findValue("onnxruntime-web")
                        .asText())
                .isEqualTo(EngineBuilds.BUNDLED);
    }
}
