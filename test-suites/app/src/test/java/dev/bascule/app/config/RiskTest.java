package dev.bascule.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.Risk;
import dev.bascule.suites.setting.SettingType;
import dev.bascule.suites.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
class RiskTest {
    /** Types of which any text is a value, and so a path, a program or an address. */
    private static final List<SettingType<?>> FREE =
            List.of(SettingType.TEXT, SettingType.NAMES, SettingType.FLAGS, SettingType.HTTP_URL);

    @TempDir
    Path folder;

    @Test
    void what_every_key_risks_is_decided() {
        Map<Risk, List<String>> decided = Keys.all().stream()
                .filter(key -> key.risk() != Risk.HARMLESS)
                .collect(Collectors.groupingBy(Key::risk, Collectors.mapping(Key::name, Collectors.toList())));

        assertThat(decided)
                .containsOnly(
                        Map.entry(Risk.CODE, List.of("browserBinary", "browserFlags", "template")),
                        Map.entry(Risk.NETWORK, List.of("grid", "bridgeHost", "pool")),
                        Map.entry(Risk.PATHS, List.of("expectations", "out", "reporter", "baseline")),
                        Map.entry(Risk.HISTORY, List.of("store")));
    }

    /** {@code browsers} are words of the catalog, {@code cut} is a node of the model: neither is a path. */
    @Test
    void a_key_that_takes_any_text_is_harmless_only_where_somebody_has_looked() {
        assertThat(Keys.all())
                .filteredOn(key -> FREE.stream()
                                .anyMatch(free -> free.reader() == key.type().reader())
                        && key.risk() == Risk.HARMLESS)
                .extracting(Key::name)
                .containsExactly("browsers", "cut");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a/b.json", "json=a/b", "latest", ".bascule/x", ".github/x", "a=b", "here..there", "."})
    void a_path_inside_is_harmless(String text) {
        assertThat(Risk.PATHS.danger(text, folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "../a",
                "a/../b",
                "a\\..\\b",
                "/a",
                "json=/a",
                "a,/b",
                "a;/b",
                "a, /b",
                ".git/a",
                "a/.git/b",
                ".git",
                ".Git",
                ".git./a",
                "GIT~1/config",
                "md=.git/hooks/x",
                "link/a",
                "link",
                "json=link/a",
                "with,comma/a",
                "gits/a",
                "a\0b"
            })
    void a_path_that_leads_out_or_into_git_is_not(String text) throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), folder.resolveSibling("elsewhere"));
        Files.createSymbolicLink(folder.resolve("with,comma"), folder.getParent());
        Files.createDirectories(folder.resolve(".git"));
        Files.createSymbolicLink(folder.resolve("gits"), folder.resolve(".git"));

        assertThat(Risk.PATHS.danger(text, folder)).isPresent();
    }

    @Test
    void a_link_that_stays_inside_and_a_whole_path_of_the_folder_are_harmless() throws IOException {
        Files.createDirectories(folder.resolve("a"));
        Files.createSymbolicLink(folder.resolve("inner"), folder.resolve("a"));

        assertThat(Risk.PATHS.danger("inner/x", folder)).isEmpty();
        assertThat(Risk.PATHS.danger(folder.resolve("a/x").toString(), folder)).isEmpty();
    }

    /** A suite is named by whoever runs it, but it comes with the checkout as well: it runs nothing, and writes nothing. */
    @Test
    void a_suite_has_no_word_for_what_needs_trust() {
        for (Key<?> key : Keys.all()) {
            if (key.risk() != Risk.HARMLESS) {
                for (String where : List.of("%s: x\n", "settings: {%s: x}\n")) {
                    String suite = "name: s\nmodels: [{model: bert-micro}]\n" + where.formatted(key.name());
                    assertThatThrownBy(() -> SuiteReader.read(suite, "s.yaml", folder))
                            .isInstanceOfSatisfying(
                                    BasculeException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.SUITE_INVALID))
                            .hasMessageContaining("unknown key '%s'".formatted(key.name()));
                }
            }
        }
    }
}
