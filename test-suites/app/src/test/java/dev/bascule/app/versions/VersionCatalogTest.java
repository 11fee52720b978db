package dev.bascule.app.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.models.packages.Commands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** On what npm answered. */
class VersionCatalogTest {
    private final FakeNpm npm = new FakeNpm();
    private final VersionCatalog catalog = new VersionCatalog(
            new HostEnvironment("Linux", "amd64", Map.of(), Path.of("native"), Path.of("browsers")), npm);

    @Test
    void the_engines_releases_come_by_number_without_what_came_before_them() throws Exception {
        npm.answer =
                Optional.of(new Commands.Result(0, "npm warn [config]\n" + recorded("npm-view-onnxruntime-web.json")));
        assertThat(catalog.stable(VersionedPart.ENGINE))
                .hasSize(33)
                .isSorted()
                .startsWith(version("1.9.0"), version("1.10.0"))
                .endsWith(version("1.29.0"), version("1.30.0"));
        assertThat(npm.ran).containsExactly("npm view onnxruntime-web versions --json");
    }

    @Test
    void the_browsers_releases_have_gaps() throws Exception {
        npm.answer = Optional.of(new Commands.Result(0, recorded("npm-view-sparticuz-chromium.json")));
        assertThat(catalog.stable(VersionedPart.BROWSER))
                .contains(version("148.0.0"), version("149.0.0"), version("152.0.0"))
                .doesNotContain(version("150.0.0"), version("151.0.0"))
                .allMatch(ReleaseVersion::isStable);
    }

    @Test
    void without_a_network_npms_words_are_told_and_what_still_works() {
        npm.answer = Optional.of(new Commands.Result(1, "npm error code ENOTFOUND"));
        assertThatThrownBy(() -> catalog.stable(VersionedPart.ENGINE))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.DOWNLOAD_FAILED);
                    assertThat(e.getMessage()).contains("ENOTFOUND");
                    assertThat(e.failure().remedies()).anyMatch(remedy -> remedy.contains("installed work without"));
                });
    }

    @Test
    void an_answer_that_is_no_list_is_not_an_empty_one() {
        npm.answer = Optional.of(new Commands.Result(0, "[oops"));
        assertThatThrownBy(() -> catalog.stable(VersionedPart.ENGINE)).hasMessageContaining("npm does not tell");
    }

    @Test
    void a_version_that_npm_has_not_is_unavailable_and_not_a_failed_download() throws Exception {
        npm.answer = Optional.of(new Commands.Result(1, recorded("npm-view-no-such-version.txt")));
        PartVersion wanted = PartVersion.parse("onnxruntime-web@1.99.0").orElseThrow();
        assertThatThrownBy(() -> catalog.integrity(wanted))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PART_UNAVAILABLE))
                .hasMessage("npm has no version 1.99.0 of onnxruntime-web");
    }

    private static ReleaseVersion version(String text) {
        return ReleaseVersion.parse(text).orElseThrow();
    }

    private static String recorded(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(VersionCatalogTest.class.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
