package dev.bascule.app.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the build takes from npm, the bundled browser and the pages' engine among it: {@code npm ci} checks what is locked. */
@Tag("attack")
class LockFilesTest {
    @ParameterizedTest
    @ValueSource(strings = {"browser-runtime", "reports/export/web", "bridge-server/dashboard/web"})
    void every_package_of_the_build_is_locked_with_its_hash(String folder) throws IOException {
        JsonNode packages = Json.MAPPER
                .readTree(Checkout.path(folder + "/package-lock.json").toFile())
                .path("packages");
        assertThat(packages.size()).isGreaterThan(50);
        packages.properties().stream()
                .filter(each -> !each.getKey().isEmpty())
                .forEach(each -> assertThat(each.getValue().path("integrity").asText())
                        .as(each.getKey())
                        .startsWith("sha512-"));
    }
}
