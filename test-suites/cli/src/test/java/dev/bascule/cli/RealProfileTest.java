package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.local.LocalProfileService;
import dev.bascule.cli.output.profile.ProfileDocument;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.ProfileReport;
import dev.bascule.studies.profile.ProfileRequest;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes and a real page, quickly. Nothing is judged by its speed: only that what ran was right, and is told. */
@Tag("full")
class RealProfileTest {
    /** A machine with other work may be too slow for all of it, or too uneven, or stand still for a while. */
    private static final List<String> BUSY = List.of(
            "the time for kernels was over",
            "its samples lie too far apart",
            "samples in the time there was",
            "too few samples (");

    private static ProfileReport profile(BrowserChoice browsers, dev.bascule.fallback.backend.Backend... backends) {
        return new LocalProfileService(LocalRunEnvironments.ofThisMachine(), Clock.systemUTC())
                .profile(new ProfileRequest(BrowserSetup.of(browsers), Set.of(backends), true), RunListener.silent());
    }

    @Test
    @Tag("native")
    void a_native_child_is_profiled_and_nothing_of_it_is_wrong() throws Exception {
        ProfileReport report = profile(new BrowserChoice.None(), Backends.NATIVE_CPU);

        assertThat(report.places()).singleElement().satisfies(place -> {
            assertThat(place.place()).isEqualTo("native");
            assertRight(place);
            assertMeasured(place, "clock", "fma", "read", "write", "copy", "triad", "matmul", "conv3x3", "call");
        });
        assertThat(report.fastestHertz().isPresent())
                .as("by the clock, where its samples are a figure")
                .isEqualTo(report.places().get(0).figures().stream()
                        .anyMatch(figure ->
                                figure.name().equals("clock") && figure.rate().isPresent()));
        assertFitsSchema(report);
    }

    @Test
    @Tag("browser")
    void a_page_is_profiled_and_nothing_of_it_is_wrong() throws Exception {
        ProfileReport report = profile(new BrowserChoice.Auto(), Backends.WASM, Backends.WEBGPU);
        assumeTrue(!report.places().isEmpty(), "no browser starts here");

        PlaceProfile wasm = report.places().get(0);
        assertThat(wasm.backend()).isEqualTo(Backends.WASM);
        assertRight(wasm);
        assertMeasured(wasm, "muladd", "read", "write", "copy", "triad", "matmul", "call");
        assertThat(wasm.facts()).containsKey("clockResolutionMs");
        PlaceProfile webGpu = report.places().get(1);
        assertThat(webGpu.backend()).isEqualTo(Backends.WEBGPU);
        assumeTrue(webGpu.isMeasured(), () -> "no WebGPU here: " + webGpu.reason());
        assertRight(webGpu);
        assertMeasured(webGpu, "dispatch", "submit", "fma", "gemm", "read", "upload", "readback");
        assertFitsSchema(report);
    }

    private static void assertRight(PlaceProfile place) {
        assertThat(place.figures())
                .allSatisfy(figure -> assertThat(figure.reason().orElse("")).doesNotContain("result is wrong"));
    }

    private static void assertMeasured(PlaceProfile place, String... names) {
        assertThat(place.isMeasured()).isTrue();
        assertThat(place.figures().stream()
                        .filter(figure -> figure.rate().isPresent()
                                || figure.reason()
                                        .filter(why -> BUSY.stream().anyMatch(why::contains))
                                        .isPresent())
                        .map(ProfileFigure::name))
                .as(() -> String.valueOf(place.figures().stream()
                        .flatMap(figure -> figure.reason().stream())
                        .distinct()
                        .toList()))
                .contains(names);
    }

    private static void assertFitsSchema(ProfileReport report) throws Exception {
        JsonNode document = Json.MAPPER.valueToTree(ProfileDocument.of(report));
        DocumentSchema.PROFILE.validate(document);
    }
}
