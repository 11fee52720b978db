package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.fallback.testing.TestJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A real Selenium Grid of this machine's browsers and drivers, in a process of its own with a class path of its own. */
final class GridProcess implements AutoCloseable {
    private static final Path CLASS_PATH = Path.of("target", "grid", "class-path");

    private final ProcessTree tree;
    private final SeleniumGrid grid;

    private GridProcess(ProcessTree tree, SeleniumGrid grid) {
        this.tree = tree;
        this.grid = grid;
    }

    static GridProcess start(Path folder, List<LocalDrivers.Driven> browsers) throws IOException {
        int port = Programs.freePort();
        Path config = Files.writeString(folder.resolve("grid.toml"), config(port, browsers));
        ProcessBuilder builder = new ProcessBuilder(TestJvm.line(
                        "-cp",
                        Files.readString(CLASS_PATH),
                        "org.openqa.selenium.grid.Bootstrap",
                        "standalone",
                        "--config",
                        config.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("grid.log").toFile());
        builder.environment().put("SE_AVOID_STATS", "true");
        builder.environment().put("SE_OFFLINE", "true");
        builder.environment().put("TMPDIR", folder.toString());
        Process process = builder.start();
        ProcessTree tree = new ProcessTree(process.toHandle(), folder.toString());
        SeleniumGrid grid = new SeleniumGrid(URI.create("http://127.0.0.1:" + port));
        try {
            Awaitility.await().atMost(Duration.ofSeconds(120)).until(() -> {
                assertThat(process.isAlive()).isTrue();
                return grid.look(Duration.ofSeconds(2)) instanceof SeleniumGrid.GridCheck.Offers;
            });
        } catch (RuntimeException | AssertionError e) {
            tree.kill();
            throw new IOException(Files.readString(folder.resolve("grid.log")), e);
        }
        return new GridProcess(tree, grid);
    }

    /** Nothing is looked for, and nothing fetched: each driver is named. */
    private static String config(int port, List<LocalDrivers.Driven> browsers) {
        StringBuilder config = new StringBuilder("""
            [server]
            host = "127.0.0.1"
            port = %d
            [logging]
            tracing = false
            [node]
            detect-drivers = false
            selenium-manager = false
            max-sessions = 4
            override-max-sessions = true
            """.formatted(port));
        for (LocalDrivers.Driven driven : browsers) {
            config.append(
                    """
                    [[node.driver-configuration]]
                    display-name = "%s"
                    max-sessions = 2
                    webdriver-executable = "%s"
                    stereotype = '%s'
                    """.formatted(driven.browser().name(), driven.fit().driver().executable(), stereotype(driven)));
        }
        return config.toString();
    }

    private static String stereotype(LocalDrivers.Driven driven) {
        boolean firefox = driven.browser().family().id().equals("firefox");
        return "{\"browserName\": \"%s\", \"browserVersion\": \"%s\", \"platformName\": \"linux\", \"%s\": {\"binary\": \"%s\"}}"
                .formatted(
                        firefox ? "firefox" : "chrome",
                        driven.browser().version(),
                        firefox ? "moz:firefoxOptions" : "goog:chromeOptions",
                        driven.browser().executable());
    }

    SeleniumGrid grid() {
        return grid;
    }

    ProcessTree tree() {
        return tree;
    }

    @Override
    public void close() {
        tree.kill();
        assertThat(tree.awaitEnd(Duration.ofSeconds(60))).isTrue();
    }
}
