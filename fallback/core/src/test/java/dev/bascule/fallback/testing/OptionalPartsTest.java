package dev.bascule.fallback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.driver.HostEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherConstants;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class OptionalPartsTest {
    private static final List<String> DONE = new ArrayList<>();

    @TempDir
    Path cache;

    @Test
    void a_test_is_not_shown_what_it_is_not_tagged_with() {
        DONE.clear();
        TestExecutionSummary summary = launch(Looks.class);

        assertThat(summary.getTestsSucceededCount()).isEqualTo(3);
        assertThat(DONE)
                .containsExactlyInAnyOrder(
                        "untagged: firefox hidden", "untagged: pytorch hidden", "nested: hidden", "machine: shown");
        assertThat(isHidden("firefox")).as("from this test too, as before").isTrue();
    }

    @Test
    void what_needs_an_absent_part_is_skipped_before_its_lifecycle_begins() {
        DONE.clear();
        TestExecutionSummary summary = launch(NeedsTheAbsent.class, false);

        assertThat(summary.getContainersSkippedCount()).isEqualTo(1);
        assertThat(summary.getTestsStartedCount()).isZero();
        assertThat(summary.getTotalFailureCount()).isZero();
        assertThat(DONE).isEmpty();
    }

    @Test
    void a_part_that_nobody_can_find_is_an_error_and_no_skip() {
        assertThat(launch(NeedsTheUnknown.class).getTotalFailureCount()).isEqualTo(1);
    }

    @Test
    void a_part_shows_all_that_it_stands_on() {
        assertThat(Part.hiddenFrom(Set.of("geckodriver")))
                .doesNotContain("firefox", "geckodriver")
                .contains("pytorch");
        assertThat(Part.hiddenFrom(Set.of("firefox"))).contains("geckodriver").doesNotContain("firefox");
        assertThat(Part.hiddenFrom(Set.of(Part.ANY))).isEmpty();
        assertThat(Part.neededBy(Set.of("browser", "firefox"))).containsExactly(Part.FIREFOX);
        assertThat(Part.neededBy(Set.of("browser", "native"))).containsExactly(Part.BUNDLED);
    }

    @Test
    void a_set_is_here_when_it_is_whole_and_not_passed_over() throws Exception {
        Path set = Files.createDirectories(cache.resolve("native/onnxruntime-webgpu"));
        assertThat(FolderParts.noSet(Part.WEBGPU_NATIVE, around("")))
                .hasValueSatisfying(why -> assertThat(why).endsWith("./bascule install webgpu-native"));
        Files.writeString(set.resolve("set.properties"), "version=1");
        assertThat(FolderParts.noSet(Part.WEBGPU_NATIVE, around(""))).isEmpty();
        assertThat(FolderParts.noSet(Part.WEBGPU_NATIVE, around("firefox, onnxruntime-webgpu")))
                .isPresent();
    }

    private HostEnvironment around(String without) {
        return new HostEnvironment(
                "Linux",
                "amd64",
                Map.of(HiddenParts.VARIABLE, without),
                cache.resolve("native"),
                cache.resolve("browsers"));
    }

    private static TestExecutionSummary launch(Class<?> repro) {
        return launch(repro, true);
    }

    private static TestExecutionSummary launch(Class<?> repro, boolean detecting) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .build())
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(repro))
                                .configurationParameter(
                                        "junit.jupiter.extensions.autodetection.enabled", String.valueOf(detecting))
                                .configurationParameter(
                                        LauncherConstants.STACKTRACE_PRUNING_ENABLED_PROPERTY_NAME, "false")
                                .build(),
                        listener);
        return listener.getSummary();
    }

    private static boolean isHidden(String part) {
        return HiddenParts.of(HiddenParts.environment()).has(part);
    }

    /** These are not found by Surefire, whose patterns want a name that ends in Test. */
    static class Looks {
        @Test
        void untagged() {
            DONE.add("untagged: firefox " + (isHidden("firefox") ? "hidden" : "shown"));
            DONE.add("untagged: pytorch " + (isHidden("pytorch") ? "hidden" : "shown"));
        }

        @Test
        @Tag(Part.ANY)
        void whole_machine() {
            DONE.add("machine: " + (isHidden("firefox") ? "hidden" : "shown"));
        }

        @Nested
        class Within {
            @Test
            void nested() {
                DONE.add("nested: " + (isHidden("firefox") ? "hidden" : "shown"));
            }
        }
    }

    @Tag("grid")
    static class NeedsTheAbsent {
        @RegisterExtension
        static final OptionalParts NOTHING_IS_HERE = new OptionalParts(part -> Optional.of(part + " is not here"));

        @BeforeAll
        static void begin() {
            DONE.add("began");
        }

        @AfterAll
        static void end() {
            DONE.add("ended");
        }

        @Test
        void is_never_run() {
            DONE.add("ran");
        }
    }

    @Tag("firefox")
    static class NeedsTheUnknown {
        @Test
        void is_never_run() {
            DONE.add("ran");
        }
    }
}
