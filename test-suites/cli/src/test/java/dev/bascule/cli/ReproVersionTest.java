package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.local.LocalReduceService;
import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.VersionedEngine;
import dev.bascule.bridge.browse.BrowsedPage;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.studies.reduce.RepeatedFault;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A package made here of the bundled engine, which tells another version and gives wrong values. */
@Tag("browser")
@Tag("native")
@Tag("full")
class ReproVersionTest {
    private static final String VERSION = "2.1.0";

    @TempDir
    Path folder;

    @Test
    void the_page_of_a_failure_runs_the_version_that_it_was_found_with() throws Exception {
        CacheFolder cache = new CacheFolder(folder.resolve("cache"));
        VersionedEngine.disguise(
                new VersionStore(cache), ReleaseVersion.parse(VERSION).orElseThrow(), VERSION, true);
        FakeServices services = new FakeServices();
        services.reduce = new LocalReduceService(
                new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), cache, Map.of()), Clock.systemUTC());
        Path out = folder.resolve("repro");

        CliHarness.Result result = new CliHarness(folder, services)
                .run(
                        "reduce",
                        RepeatedFault.write(folder.resolve("kase")).toString(),
                        "--target",
                        "chrome-headless-shell:wasm",
                        "--engine-version",
                        VERSION,
                        "--max-steps",
                        "6",
                        "--out",
                        out.toString());

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(out.resolve("REPORT.md"))
                .content()
                .contains("the build of onnxruntime-web 2.1.0 that lies in `ort/`", "--engine-version 2.1.0");
        assertThat(out.resolve("ort").toFile().list())
                .containsExactlyInAnyOrder(
                        "ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm");
        try (ServedRepro served = ServedRepro.of(out);
                BrowsedPage browser = BrowsedPage.start(List.of())) {
            Page page = browser.browser().newPage();
            page.navigate(served.address());
            page.waitForFunction("() => !document.querySelector('#banner').classList.contains('wait')");

            assertThat(page.locator("#banner").textContent())
                    .startsWith("FAIL: ")
                    .contains("are wrong");
            assertThat(page.locator("#now").textContent())
                    .contains("onnxruntime-web" + VERSION)
                    .doesNotContain("as recorded");
            assertThat(page.locator("#found").textContent()).contains("onnxruntime-web" + VERSION);
        }
    }
}
