package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.bridge.engine.EnginePackages;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherEngineTest {
    @TempDir
    Path folder;

    @Test
    void its_files_stand_in_place_of_the_bundled_ones_and_nothing_else_of_its_folder() throws Exception {
        EnginePackage engine =
                EnginePackage.in(EnginePackages.laidOut("1.20.1", folder)).orThrow();
        try (BridgeServer bridge = Bridges.start(BridgeConfig.defaults().withEngine(engine))) {
            assertThat(bridge.servedEngine()).contains("1.20.1");
            RawHttp.Answer entry = RawHttp.get(bridge.origin(), "/ort/ort.webgpu.min.mjs");
            assertThat(entry.body()).isEqualTo("dist/ort.webgpu.min.mjs");
            assertThat(entry.headers()).containsEntry("content-type", "text/javascript; charset=utf-8");
            RawHttp.Answer bundles = RawHttp.get(bridge.origin(), "/ort/bundles.json");
            assertThat(bundles.headers()).containsEntry("content-type", "application/json");
            assertThat(bundles.body()).startsWith("{\"version\":\"1.20.1\"");
            assertThat(RawHttp.get(bridge.origin(), "/runner.html").status()).isEqualTo(200);
            for (String path : List.of(
                    "/ort/empty.mjs",
                    "/ort/package.json",
                    "/ort/dist/ort.webgpu.min.mjs",
                    "/ort/../package.json",
                    "/ort/ort.webgl.min.js",
                    "/ort/")) {
                assertThat(RawHttp.get(bridge.origin(), path).status()).as(path).isIn(400, 404);
            }
        }
    }

    @Test
    void without_another_the_bundled_one_is_served() throws Exception {
        try (BridgeServer bridge = Bridges.start()) {
            assertThat(bridge.servedEngine()).isEqualTo(BridgeServer.bundledEngine());
            assertThat(RawHttp.get(bridge.origin(), "/ort/empty.mjs").status()).isEqualTo(200);
        }
    }
}
