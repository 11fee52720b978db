package dev.bascule.scheduling.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.worker.Inventory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequirementTest {
    private static final Inventory LAB = Inventory.of(
            "linux",
            "x86_64",
            "made up",
            16,
            64_000_000_000L,
            Map.of("cuda", "placed", "cpu", "session", "openvino", "library"),
            Map.of("chrome", "143.0.7499.4", "firefox", "nightly"),
            List.of(new Inventory.Gpu("small", 2_000_000_000L), new Inventory.Gpu("large", 8_000_000_000L)),
            Set.of("gpu-lab", "Room 7"));
    private static final Inventory BARE =
            Inventory.of("windows", "arm64", "made up", 4, 8_000_000_000L, Map.of(), Map.of(), List.of(), Set.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "anything",
                "backend=cuda and vram>=8GB",
                "backend = CUDA and vram >= 8 GB",
                "browser=chrome and version>=143",
                "chrome>=143.0 and chrome<144",
                "chrome=143",
                "chrome<=143",
                "not chrome>143",
                "browser=chrome and version!=142",
                "os=Linux and arch!=arm64 and processors>8",
                "label=gpu-lab and label='Room 7'",
                "vram>=16GB or memory>=64GB",
                "not (backend=openvino or os=windows)",
                "processors>=16 and processors<=16 and not not os=linux"
            })
    void a_machine_that_has_it_lacks_nothing(String where) {
        Requirement requirement = Requirement.parse(where);

        assertThat(requirement.metBy(LAB)).isTrue();
        assertThat(requirement.lacking(LAB)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vram>=16GB | needs 16 GB of graphics memory: has 8 GB",
                "memory>=64GiB | needs 68.7 GB of memory: has 64 GB",
                "processors>16 | needs > 16 processors: has 16",
                "processors=8 | needs exactly 8 processors: has 16",
                "backend=webnn | needs backend webnn: has cpu, cuda, openvino",
                "backend=openvino | needs backend openvino: no session of it ran here, it was verified as far as library",
                "chrome>=144 | needs browser chrome>=144: has 143.0.7499.4",
                "firefox>=100 | needs browser firefox>=100: has nightly",
                "browser=edge | needs browser edge: has chrome, firefox",
                "edge>=140 | needs browser edge>=140: has chrome, firefox",
                "label=attic | needs label attic: has Room 7, gpu-lab",
                "not os=linux | must not be os=linux",
                "vram>=16GB or os=macos | needs 16 GB of graphics memory: has 8 GB, or needs os macos: has linux"
            })
    void what_is_missing_is_said_with_what_there_is(String where, String lacking) {
        Requirement requirement = Requirement.parse(where);

        assertThat(requirement.metBy(LAB)).isFalse();
        assertThat(requirement.lacking(LAB)).containsExactly(lacking);
    }

    @Test
    void each_part_that_is_missing_is_told() {
        assertThat(Requirement.parse("backend=cuda and vram>=1GB and processors<=4 and label=x")
                        .lacking(BARE))
                .containsExactly(
                        "needs backend cuda: has none",
                        "needs 1 GB of graphics memory: has no graphics processor",
                        "needs label x: has none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "vrm>=16GB | did you mean 'vram'?",
                "backend=cudo | did you mean 'cuda'?",
                "vram>=16 | '16' at character 7 of 'vram>=16' is nothing that vram can be: give a size with its unit",
                "vram>=big | is nothing that vram can be",
                "processors>=2.5 | a whole number",
                "processors>=8GB | a whole number",
                "chrome>=new | a version, such as 140",
                "os>=linux | os at character 3 of 'os>=linux' is no figure",
                "version>=140 | needs one browser beside it",
                "browser=chrome and browser=edge and version>=3 | needs one browser beside it",
                "not version>=140 | needs a browser beside it",
                "backend | expected one of =, !=, >=, <=, >, < after 'backend', but read the end at character 8",
                "backend= | expected what 'backend' is to be, but read the end",
                "backend=cuda vram>=1GB | expected 'and', 'or' or the end, but read 'vram' at character 14",
                "(os=linux | expected ')', but read the end",
                "os=linux) | expected 'and', 'or' or the end, but read ')'",
                "and | nothing is known as 'and'",
                "os=linux and | expected one of backend, browser",
                "os=$HOME | cannot be read: '$HOME'",
                "label='x | cannot be read",
                "memory>=99999999TB | is nothing that memory can be"
            })
    void what_cannot_be_read_is_refused_with_its_place(String where, String message) {
        assertThatThrownBy(() -> Requirement.parse(where))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                .hasMessageContaining(message);
    }

    @Test
    void a_backend_of_a_plugin_that_is_not_installed_here_may_be_asked_for() {
        assertThat(Requirement.parse("backend=quantum-annealer"))
                .isEqualTo(new Requirement.Backend("quantum-annealer"));
    }

    @Test
    void what_nests_too_deep_or_is_too_long_ends_in_an_error_and_not_in_the_stack() {
        assertThatThrownBy(() -> Requirement.parse("(".repeat(2000) + "os=linux"))
                .isInstanceOf(BasculeException.class);
        assertThatThrownBy(() -> Requirement.parse("not ".repeat(900) + "os=linux"))
                .isInstanceOf(BasculeException.class);
        assertThatThrownBy(() -> Requirement.parse(" ".repeat(5000))).isInstanceOf(BasculeException.class);
        assertThat(Requirement.parse("not ".repeat(40) + "os=linux").metBy(LAB)).isTrue();
    }

    @Test
    void whatever_is_printed_is_read_again_as_the_same() {
        Random random = new Random(5);
        for (int trial = 0; trial < 3000; trial++) {
            Requirement requirement = any(random, 4);

            assertThat(Requirement.parse(requirement.text()))
                    .as(requirement.text())
                    .isEqualTo(requirement);
        }
    }

    @Test
    void a_machine_lacks_something_exactly_where_it_does_not_have_all() {
        Random random = new Random(6);
        for (int trial = 0; trial < 3000; trial++) {
            Requirement requirement = any(random, 4);
            for (Inventory each : List.of(LAB, BARE)) {
                assertThat(requirement.lacking(each).isEmpty())
                        .as(requirement.text())
                        .isEqualTo(requirement.metBy(each));
            }
        }
    }

    private static Requirement any(Random random, int depth) {
        return switch (depth == 0 ? 3 : random.nextInt(5)) {
            case 0 -> Requirement.all(parts(random, depth));
            case 1 -> Requirement.any(parts(random, depth));
            case 2 -> new Requirement.Not(any(random, depth - 1));
            default -> leaf(random);
        };
    }

    private static List<Requirement> parts(Random random, int depth) {
        List<Requirement> parts = new ArrayList<>();
        for (int part = random.nextInt(4); part >= 0; part--) {
            parts.add(any(random, depth - 1));
        }
        return parts;
    }

    private static Requirement leaf(Random random) {
        Relation relation = List.of(Relation.values()).get(random.nextInt(Relation.values().length));
        return switch (random.nextInt(7)) {
            case 0 -> new Requirement.Backend(random.nextBoolean() ? "cuda" : "webnn");
            case 1 -> new Requirement.Browser(random.nextBoolean() ? "chrome" : "epiphany");
            case 2 ->
                new Requirement.BrowserVersion(
                        random.nextBoolean() ? "chrome" : "epiphany",
                        relation,
                        new Version(List.of(140 + random.nextInt(5), random.nextInt(2))));
            case 3 -> new Requirement.Figure(Amount.VRAM, relation, random.nextLong(1L << 50));
            case 4 -> new Requirement.Figure(Amount.MEMORY, relation, random.nextLong(64) * 1_000_000_000L);
            case 5 -> new Requirement.Figure(Amount.PROCESSORS, relation, random.nextInt(64));
            default ->
                new Requirement.Named(
                        random.nextBoolean() ? Trait.OS : Trait.LABEL, random.nextBoolean() ? "linux" : "room 7, left");
        };
    }
}
