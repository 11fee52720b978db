package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.UserJs;
import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageListener;
import dev.bascule.bridge.process.LaunchResources;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.fallback.target.Browser;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One browser process with its profile. Its pages are opened by an {@link OpenerPage}; each closes itself when it is told
 * goodbye, which only a page that still answers can. Thread-safe.
 */
final class ProcessHost implements PageHost {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessHost.class);
    private static final Duration LEAVE = Duration.ofSeconds(1);
    /** The last lines of a browser that ended may still be on their way, and be read late on a busy machine. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final BrowserInstallation installation;
    private final LaunchResources resources;
    private final BrowserCommand command;
    private final OpenerPage opener = OpenerPage.serve();
    private final Browser browser;

    ProcessHost(BrowserInstallation installation, BrowserSettings settings, ProfileFolder profile) {
        this.installation = installation;
        this.command = BrowserCommand.of(installation, settings, profile.path(), signpost(profile.path()));
        this.browser = new Browser(
                installation.name(),
                installation.version(),
                ProcessHosts.ID,
                command.settings().recorded());
        this.resources = new LaunchResources(profile, this::kill);
    }

    private static Path signpost(Path profile) {
        return profile.resolve("bascule.html");
    }

    /** Starts it and waits for its first page; what it printed, or why not, where that did not come. */
    Optional<String> start(Duration limit) {
        try {
            Files.writeString(signpost(resources.path()), opener.signpost());
            Files.writeString(
                    resources.path().resolve("user.js"),
                    UserJs.of(command.settings().preferences()),
                    StandardCharsets.US_ASCII);
            ProcessBuilder builder = ChildProcesses.of(installation.executable().toString())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File(nothing())));
            builder.command().addAll(command.arguments());
            builder.environment().putAll(command.environment());
            Process process = builder.start();
            OutputTail output = OutputTail.of(process.getInputStream(), installation.toString());
            resources.started(process.toHandle());
            return resources.ended() ? Optional.of("killed while it started") : awaitFirstPage(process, output, limit);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> awaitFirstPage(Process process, OutputTail output, Duration limit) {
        CompletableFuture<?> end = process.onExit();
        try {
            CompletableFuture.anyOf(opener.shown(), end).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (opener.shown().isDone()) {
                resources.remember();
                return Optional.empty();
            }
            if (!output.awaitEnd(LAST_WORDS)) {
                LOG.debug("{} ended, and something that it started goes on printing", installation);
            }
            return Optional.of("it ended with exit code %d before it showed a page\n%s"
                    .formatted(process.exitValue(), output.text()));
        } catch (TimeoutException e) {
            return Optional.of("it showed no page within %d s\n%s".formatted(limit.toSeconds(), output.text()));
        } catch (ExecutionException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    private static String nothing() {
        return File.separatorChar == '/' ? "/dev/null" : "NUL";
    }

    @Override
    public Browser browser() {
        return browser;
    }

    @Override
    public Optional<ProcessHandle> root() {
        return resources.processes().map(ProcessTree::root);
    }

    @Override
    public Optional<ProcessTree> processes() {
        return resources.processes();
    }

    @Override
    public Optional<String> open(String url, PageListener listener, Duration limit) {
        Optional<String> refusal = opener.open(url + "&leave=close");
        resources.remember();
        return refusal;
    }

    @Override
    public void hush() {
        // By now it has the processes that it runs the page with.
        resources.remember();
    }

    /** A second Firefox is asked: without a driver, this one shows no page of its own to anybody. */
    @Override
    public Map<String, String> internals(Duration limit) {
        if (resources.ended() || installation.family().engine() != BrowserEngine.GECKO) {
            return Map.of();
        }
        ProfileFolder aside = ProfileFolder.create(ProfileFolder.parentFor(installation.profileRoot()));
        return SupportPage.read(installation, command, aside, limit)
                .map(text -> Map.of(SupportPage.ADDRESS, text))
                .orElse(Map.of());
    }

    @Override
    public void kill() {
        resources.beginEnd();
        tidy();
    }

    /** Asks the browser to end, kills what is still there after a second. */
    @Override
    public void close() {
        if (resources.beginEnd()) {
            resources.processes().ifPresent(running -> {
                running.remember();
                running.root().destroy();
                running.awaitEnd(LEAVE);
            });
        }
        tidy();
    }

    private void tidy() {
        resources.killProcesses();
        opener.close();
        resources.awaitProcesses();
        resources.deleteProfile();
    }
}
