package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.UserJs;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.bridge.process.ShutdownCleanup;
import dev.bascule.fallback.secret.ChildProcesses;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text of {@code about:support} from a second Firefox with the same settings and a profile of its own, headless and
 * remotely controlled: the one that runs models has no driver and is left alone. Stateless.
 */
final class SupportPage {
    static final String ADDRESS = "about:support";

    private static final Logger LOG = LoggerFactory.getLogger(SupportPage.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration DIE = Duration.ofSeconds(5);
    private static final String PORT_FILE = "MarionetteActivePort";

    /** Its WebGPU adapter is asked for when the page is shown, so comes last. */
    private static final String LAST = "wgpuName";

    private SupportPage() {}

    /** Empty where it does not come up in time. Leaves no process and no profile. */
    static Optional<String> read(
            BrowserInstallation browser, BrowserCommand like, ProfileFolder profile, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<ProcessTree> started = new CopyOnWriteArrayList<>();
        Runnable net = () -> {
            started.forEach(processes -> {
                processes.kill();
                processes.awaitEnd(DIE);
            });
            if (!profile.delete()) {
                LOG.warn("the profile {} cannot be deleted", profile.path());
            }
        };
        ShutdownCleanup.add(net);
        try {
            Map<String, Object> preferences = new TreeMap<>(like.settings().preferences());
            preferences.put("marionette.port", 0);
            Files.writeString(profile.path().resolve("user.js"), UserJs.of(preferences), StandardCharsets.US_ASCII);
            ProcessBuilder builder = ChildProcesses.of(
                            browser.executable().toString(),
                            "--headless",
                            "--marionette",
                            // The page is a privileged one.
                            "--remote-allow-system-access",
                            "--no-remote",
                            "--new-instance",
                            "--profile",
                            profile.path().toString(),
                            "about:blank")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(ProcessBuilder.Redirect.from(nothing()));
            builder.environment().putAll(like.settings().environment());
            Process process = builder.start();
            started.add(new ProcessTree(process.toHandle(), profile.path().toString()));
            int port = port(profile.path().resolve(PORT_FILE), process, deadline);
            try (Marionette firefox = Marionette.connect(port, limit)) {
                return Optional.of(text(firefox, deadline));
            }
        } catch (IOException e) {
            LOG.debug("{} of {} cannot be read: {}", ADDRESS, browser, e.toString());
            return Optional.empty();
        } finally {
            net.run();
            ShutdownCleanup.remove(net);
        }
    }

    private static File nothing() {
        return new File(File.separatorChar == '/' ? "/dev/null" : "NUL");
    }

    private static int port(Path file, Process process, long deadline) throws IOException {
        while (System.nanoTime() < deadline && process.isAlive()) {
            if (Files.isReadable(file)) {
                String port = Files.readString(file).strip();
                if (!port.isEmpty()) {
                    return Integer.parseInt(port);
                }
            }
            pause();
        }
        throw new IOException(process.isAlive() ? "it opened no port in time" : "it ended");
    }

    private static String text(Marionette firefox, long deadline) throws IOException {
        firefox.command("WebDriver:NewSession", Map.of());
        firefox.command("WebDriver:Navigate", Map.of("url", ADDRESS));
        String text = "";
        while (!text.contains(LAST) && System.nanoTime() < deadline) {
            pause();
            text = firefox.command(
                            "WebDriver:ExecuteScript",
                            Map.of("script", "return document.body.innerText", "args", new Object[0]))
                    .path("value")
                    .asText();
        }
        return text;
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(LOOK_EVERY.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
