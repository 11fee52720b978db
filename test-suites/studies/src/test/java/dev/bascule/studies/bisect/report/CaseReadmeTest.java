package dev.bascule.studies.bisect.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionPair;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseReadmeTest {
    private static final List<String> ENGINES = List.of("1.20.1", "1.21.0", "1.22.0");

    @TempDir
    Path folder;

    @Test
    void the_folder_of_the_case_says_what_it_is_and_how_it_is_run() {
        Path own = folder.resolve("case");
        BisectFolder.write(
                folder,
                SearchedLines.report(
                        Axis.ENGINE,
                        new VersionPair("1.20.1", "the browser of this machine"),
                        ENGINES,
                        Set.of("1.21.0", "1.22.0"),
                        Optional.of(own)));

        assertThat(own.resolve("README.md"))
                .content()
                .contains(
                        "# bert-micro on webgpu, by itself",
                        "bad since 1.21.0, last good 1.20.1",
                        "First bad, onnxruntime-web 1.21.0, the browser of this machine:",
                        "bascule install onnxruntime-web@1.21.0",
                        "bascule run case --strict --backends webgpu --engine-version 1.21.0\n",
                        "Last good, onnxruntime-web 1.20.1",
                        "../REPORT.md")
                .doesNotContain("--browser-binary");
    }

    @Test
    void versions_of_the_browser_are_installed_as_well() {
        String text = CaseReadme.of(SearchedLines.report(
                Axis.BROWSER,
                new VersionPair("1.20.1", "132.0.0"),
                List.of("131.0.0", "132.0.0"),
                Set.of("131.0.0"),
                Optional.of(folder)));

        assertThat(text)
                .contains(
                        "Last bad, onnxruntime-web 1.20.1, Chrome Headless Shell 131.0.0:",
                        "bascule install chrome-headless-shell@131.0.0",
                        "--engine-version 1.20.1 --browser-binary PATH",
                        "Fixed, onnxruntime-web 1.20.1, Chrome Headless Shell 132.0.0:");
    }

    @Test
    void no_case_has_no_page() {
        BisectFolder.write(
                folder,
                SearchedLines.report(
                        Axis.ENGINE,
                        new VersionPair("1.20.1", "firefox"),
                        ENGINES,
                        Set.of("1.22.0"),
                        Optional.empty()));

        assertThat(folder.resolve("case")).doesNotExist();
        assertThat(folder.resolve("REPORT.md")).exists();
    }
}
