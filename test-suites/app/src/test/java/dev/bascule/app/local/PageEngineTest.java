package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.engine.EngineBuild;
import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.reduce.report.ReproEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageEngineTest {
    private static final EnginePackage WITHOUT_THE_USUAL_BUILD = new EnginePackage(
            ReleaseVersion.parse("1.17.0").orElseThrow(),
            List.of(new EngineBuild(
                    "ort.wasm", "dist/ort.wasm.min.js", Optional.of("ort-wasm.wasm"), List.of("wasm"), false)),
            Map.of("ort.wasm.min.js", Path.of("ort.wasm.min.js")));

    @Test
    void a_native_target_has_no_page_and_asks_nothing_of_the_installed_version() {
        assertThat(PageEngine.of(Optional.of(WITHOUT_THE_USUAL_BUILD), target(Backends.NATIVE_CPU, Optional.empty()))
                        .build())
                .isEqualTo(ReproEngine.USUAL);
    }

    @Test
    void a_page_loads_the_build_that_its_target_ran_of_the_version_that_it_was_served() {
        ReproEngine engine =
                PageEngine.of(Optional.of(WITHOUT_THE_USUAL_BUILD), target(Backends.WASM, Optional.of("ort.wasm")));

        assertThat(engine.entry()).isEqualTo("ort.wasm.min.js");
    }

    @Test
    void a_build_that_the_version_does_not_have_is_refused() {
        Target target = target(Backends.WASM, Optional.of("ort.all"));

        assertThatThrownBy(() -> PageEngine.of(Optional.of(WITHOUT_THE_USUAL_BUILD), target))
                .isInstanceOf(BasculeException.class)
                .hasMessage("onnxruntime-web 1.17.0 has no build ort.all");
    }

    private static Target target(Backend backend, Optional<String> build) {
        return new Target(
                backend,
                Optional.empty(),
                new Engine("onnxruntime", "1.17.0", build),
                backend.accelerator(),
                Optional.empty(),
                Map.of());
    }
}
