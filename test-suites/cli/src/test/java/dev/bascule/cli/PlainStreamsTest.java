package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.testing.Checkout;
import dev.bascule.fallback.testing.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real command line with its streams in files: nothing in them is for a terminal, and they say how far it is. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
@Tag("full")
class PlainStreamsTest {
    private static final String QUICK = " --min-iterations 2 --min-duration 1ms --warm-up-limit 1ms";

    @TempDir
    Path folder;

    private record Said(int exit, String out, String err) {}

    private Process start(String line) throws IOException {
        List<String> command = new ArrayList<>(TestJvm.line("dev.bascule.cli.Main"));
        command.addAll(List.of(line.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        // As at somebody's terminal, of which only the streams lead elsewhere.
        builder.environment().remove("CI");
        builder.environment().remove("NO_COLOR");
        builder.environment().put("TERM", "xterm-256color");
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        if (line.startsWith("doctor")) {
            // Nothing is installed there: it says as much, and starts less.
            builder.environment().put("BASCULE_CACHE", folder.resolve("cache").toString());
        }
        return builder.start();
    }

    private Said bascule(String line) throws Exception {
        Process process = start(line);
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).as(line).isTrue();
            return said(process.exitValue());
        } finally {
            StartedProcesses.end(process);
        }
    }

    private Said said(int exit) throws IOException {
        return new Said(exit, Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }

    private static void isPlain(Said said) {
        assertThat(said.out() + said.err())
                .doesNotContain("\u001b")
                .doesNotContain("\r")
                .doesNotContain("\b");
    }

    @Test
    void a_run_says_what_it_does_and_how_far_it_is() throws Exception {
        Said said = bascule("run zoo:bert-micro --strict --backends wasm,cpu" + QUICK);
        isPlain(said);
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.err().lines())
                .startsWith("looking for browsers")
                .anyMatch(line -> line.matches("\\[1/2] .*bert-micro.* on wasm in Chrome.*: PASS, median .*"))
                .anyMatch(line -> line.matches("\\[2/2] .*bert-micro.* on cpu: PASS, median .*"));
        assertThat(said.out()).contains("bert-micro");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doctor --browsers none",
                "list browsers",
                "install",
                "reduce zoo:bert-micro --target cpu",
                "run no-such-model.onnx",
                "run --brwsers none"
            })
    void what_other_commands_say_is_plain_too(String line) throws Exception {
        Said said = bascule(line);
        isPlain(said);
        assertThat(said.out() + said.err()).isNotBlank();
    }

    @Test
    void conformance_says_how_far_it_is_in_tenths() throws Exception {
        Path cases = Checkout.path("test-suites/studies/src/test/resources/dev/bascule/studies/conformance/webnn/cases")
                .toAbsolutePath();
        Said said = bascule("conformance %s --backends webnn --fail-on never".formatted(cases));
        isPlain(said);
        assertThat(said.err()).containsPattern("(?m)^\\[\\d+/\\d+] .*PASS");
    }

    @Test
    void what_serve_says_is_plain_too() throws Exception {
        Process serving = start("serve --port 0");
        try {
            await().atMost(Duration.ofSeconds(120))
                    .untilAsserted(
                            () -> assertThat(said(0).out() + said(0).err()).contains("http://"));
            serving.destroy();
            assertThat(serving.waitFor(60, TimeUnit.SECONDS)).isTrue();
            isPlain(said(0));
        } finally {
            StartedProcesses.end(serving);
        }
    }

    @Test
    void negative_control_with_colour_asked_for_escape_sequences_are_seen() throws Exception {
        Said said = bascule("doctor --browsers none --color always");
        assertThat(said.out()).contains("\u001b[");
    }

    /** Where no /proc tells, a shell does. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "script(1) has other options elsewhere")
    void a_shell_tells_a_terminal_from_a_file() throws Exception {
        Path script = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(script), "there is no script(1) to make a terminal with");
        String program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path jar = Files.writeString(folder.resolve("path"), "-cp \"" + System.getProperty("java.class.path") + "\"");
        String probe = "%s @%s dev.bascule.cli.output.TerminalProbe".formatted(program, jar);
        Process process = new ProcessBuilder(
                        script.toString(), "-qec", probe + " 2>" + folder.resolve("err"), "/dev/null")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.strip()).isEqualTo("stdout true, stderr false");
    }
}
