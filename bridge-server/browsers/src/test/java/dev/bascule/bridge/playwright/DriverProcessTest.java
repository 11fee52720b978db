package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DriverProcessTest {
    @TempDir
    Path folder;

    @Test
    void options_that_node_has_already_stay() {
        Path node = Path.of("node");
        assertThat(DriverProcess.environment(node, Map.of(DriverProcess.NODE_OPTIONS, "--max-old-space-size=512")))
                .hasEntrySatisfying(
                        DriverProcess.NODE_OPTIONS,
                        options -> assertThat(options).startsWith("--max-old-space-size=512 --import=data:"));
        assertThat(DriverProcess.environment(node, Map.of()))
                .hasEntrySatisfying(
                        DriverProcess.NODE_OPTIONS,
                        options ->
                                assertThat(options).startsWith("--import=data:").doesNotContain(" "));
    }

    @Test
    @Tag("browser")
    void the_driver_ends_without_a_word_where_nobody_reads_its_answers_any_more() throws Exception {
        Map<String, String> environment =
                DriverProcess.environment(NodeTool.find(System.getenv()).orElseThrow(), System.getenv());
        ProcessBuilder driver = Driver.ensureDriverInstalled(environment, false).createProcessBuilder();
        driver.command().add("run-driver");
        driver.environment().putAll(environment);
        assertThat(unread(driver)).isEmpty();

        driver.environment().remove(DriverProcess.NODE_OPTIONS);
        assertThat(unread(driver)).as("the control: as Playwright starts it").contains("EPIPE");
    }

    /** What it says on stderr where it is asked something, and its answer has no reader. */
    private String unread(ProcessBuilder builder) throws Exception {
        Path said = folder.resolve("stderr");
        Process driver = builder.redirectError(said.toFile()).start();
        try {
            driver.getInputStream().close();
            OutputStream asks = driver.getOutputStream();
            asks.write(frame("""
                    {"id": 1, "guid": "", "method": "initialize", "params": {"sdkLanguage": "java"}, "metadata": {}}"""));
            asks.flush();
            assertThat(driver.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            driver.destroyForcibly().waitFor();
        }
        return Files.readString(said);
    }

    /** As its pipe has them: four bytes of length, the lowest first. */
    private static byte[] frame(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(body.length)
                .put(body)
                .array();
    }
}
