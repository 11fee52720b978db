package dev.bascule.fallback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class ExecutedTagsTest {

    @TempDir
    Path folder;

    @Test
    void tagged_tests_are_written_with_their_status_and_untagged_ones_are_not() throws IOException {
        Path file = folder.resolve("executed-tags.tsv");

        launch(new ExecutedTags(Optional.of(file)));

        assertThat(Files.readAllLines(file))
                .hasSize(5)
                .anyMatch(line -> line.startsWith("specimen\tSKIPPED\t") && line.contains("is_left_out"))
                .anyMatch(line -> line.startsWith("specimen\tSKIPPED\t") && line.contains("in_a_class_left_out"))
                .anyMatch(line -> line.startsWith("specimen\tSUCCESSFUL\t") && line.contains("runs"))
                .anyMatch(line -> line.startsWith("specimen\tABORTED\t") && line.contains("gives_up"))
                .anyMatch(line -> line.startsWith("specimen\tSUCCESSFUL\t") && line.contains("dynamic"));
    }

    @Test
    void without_a_file_nothing_is_written() {
        launch(new ExecutedTags(Optional.empty()));

        assertThat(folder).isEmptyDirectory();
    }

    private static void launch(ExecutedTags listener) {
        // Without the listeners that the service loader finds: this build's own record stays as it is.
        var launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .build());
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Specimen.class))
                        .build(),
                listener);
    }

    /** Not found by Surefire, whose patterns want a name that ends in Test. */
    static class Specimen {

        @Test
        @Tag("specimen")
        void runs() {}

        @Test
        @Tag("specimen")
        void gives_up() {
            Assumptions.abort("on purpose");
        }

        @TestFactory
        @Tag("specimen")
        Stream<DynamicTest> dynamic() {
            return Stream.of(DynamicTest.dynamicTest("one", () -> {}));
        }

        @Test
        @Tag("specimen")
        @Disabled("on purpose")
        void is_left_out() {}

        @Nested
        @Tag("specimen")
        @Disabled("on purpose")
        class LeftOut {
            @Test
            void in_a_class_left_out() {}
        }

        @Test
        void has_no_tag() {}
    }
}
