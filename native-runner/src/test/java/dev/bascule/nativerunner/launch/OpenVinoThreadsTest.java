package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.nativerunner.backends.OpenVinoDriver;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether the number of threads binds: counted in a real child, by who took processor time; nothing is timed. */
@Tag("native")
@Tag("openvino")
@Tag("corpus")
@Tag("full")
class OpenVinoThreadsTest {

    @Test
    void one_thread_is_one_that_works_and_two_are_two() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "there is no /proc here");
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor shows nothing");
        Path model = Path.of(
                System.getProperty("bascule.corpora", "../../shared/corpora"), "models/ultraface/version-RFB-320.onnx");
        assumeTrue(Files.exists(model), () -> model + " is not here");
        Survey survey = new OpenVinoDriver().survey(HostEnvironment.ofProcess());
        assumeTrue(survey instanceof Survey.Ready, "OpenVINO is not installed");
        ChildLaunchSpec launchSpec = ((Survey.Ready) survey).launchSpec();

        assertThat(busy(launchSpec, model, 1)).hasValue(1);
        assertThat(busy(launchSpec, model, 2)).hasValue(2);
    }

    private static Optional<Integer> busy(ChildLaunchSpec launchSpec, Path model, int threads)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "-cp",
                Stream.concat(
                                launchSpec.classPath().stream().map(Path::toString),
                                Stream.of(System.getProperty("java.class.path")))
                        .collect(Collectors.joining(File.pathSeparator))));
        launchSpec.properties().forEach((name, value) -> words.add("-D" + name + "=" + value));
        words.addAll(List.of(BusyThreads.class.getName(), model.toString(), String.valueOf(threads)));
        ProcessBuilder builder =
                new ProcessBuilder(TestJvm.line(words.toArray(String[]::new))).redirectErrorStream(true);
        builder.environment().putAll(launchSpec.environment());
        Process child = builder.start();
        try {
            String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return said.lines()
                    .filter(text -> text.startsWith("busy "))
                    .map(text -> Integer.parseInt(text.substring("busy ".length())))
                    .findFirst();
        } finally {
            child.destroyForcibly();
        }
    }
}
