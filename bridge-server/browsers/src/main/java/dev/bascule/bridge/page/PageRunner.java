package dev.bascule.bridge.page;

import dev.bascule.bridge.evidence.BrowserInternals;
import dev.bascule.bridge.process.ProcessWatch;
import dev.bascule.bridge.process.TreeMemory;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.target.Browser;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A runner page in a browser. A recycled page takes the place of the one before in this object. Thread-safe. */
final class PageRunner implements LaunchedRunner {
    private static final Duration ASKING = Duration.ofSeconds(25);
    private static final Duration GLANCING = Duration.ofSeconds(2);

    private final PageHost host;
    private final URI origin;
    private final AssetLocator assets;
    private volatile Optional<Joined> joined = Optional.empty();
    private volatile Optional<Invitation> invitation = Optional.empty();
    private volatile Optional<String> gone = Optional.empty();
    private Optional<MemoryMeter> memory = Optional.empty();

    private record Joined(Runner runner) {}

    /** Hears of one page: the one before may still have something to say when the next has taken its place. */
    private record Hearing(Invitation invitation, ConsoleTail console) implements PageListener {
        @Override
        public void lost(String reason) {
            invitation.abandon().because(reason);
        }

        @Override
        public void complained(String line) {
            console.add(line);
        }
    }

    PageRunner(PageHost host, URI origin, AssetLocator assets) {
        this.host = host;
        this.origin = origin;
        this.assets = assets;
        host.root().ifPresent(root -> ProcessWatch.onEnd(root, () -> lost("the browser's process ended")));
    }

    /** Opens a page with a new token and waits until it has said what it can do. */
    Optional<Failure> join(RunnerGateway gateway, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Invitation fresh = gateway.invite(host.browser().label(), assets);
        invitation = Optional.of(fresh);
        gone.ifPresent(reason -> fresh.abandon().because(reason));
        ConsoleTail console = new ConsoleTail();
        Optional<String> refusal = host.open(url(fresh), new Hearing(fresh, console), left(deadline));
        if (refusal.isPresent()) {
            return Optional.of(refused(fresh, refusal.get(), console));
        }
        try {
            joined = Optional.of(new Joined(fresh.joined().get(left(deadline).toMillis(), TimeUnit.MILLISECONDS)));
            host.hush();
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.of(refused(fresh, "it did not join within %d s".formatted(timeout.toSeconds()), console));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(refused(fresh, LaunchErrorSummary.words(cause), console));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(refused(fresh, "interrupted", console));
        }
    }

    private String url(Invitation fresh) {
        return origin + "/runner.html#token=" + fresh.token() + "&name="
                + URLEncoder.encode(host.browser().label(), StandardCharsets.UTF_8);
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
    }

    private Failure refused(Invitation fresh, String why, ConsoleTail console) {
        fresh.abandon().because(why);
        List<String> said = console.lines();
        Browser browser = host.browser();
        return Failure.of(
                ErrorCode.BROWSER_LAUNCH_FAILED,
                "the runner page in %s %s did not come up: %s%s"
                        .formatted(
                                browser.name(),
                                browser.version(),
                                LaunchErrorSummary.firstWords(why),
                                said.isEmpty() ? "" : "; the page said: " + String.join("; ", said)));
    }

    private void lost(String reason) {
        gone = Optional.of(reason);
        invitation.ifPresent(current -> current.abandon().because(reason));
    }

    @Override
    public Runner runner() {
        return joined.map(Joined::runner).orElseThrow(() -> new IllegalStateException("it has not joined yet"));
    }

    @Override
    public Optional<Browser> browser() {
        return Optional.of(host.browser());
    }

    @Override
    public Launcher.Launch recycle(RunnerGateway gateway, Duration timeout) {
        joined.ifPresent(old -> old.runner().close());
        return join(gateway, timeout)
                .<Launcher.Launch>map(Launcher.Launch.NotStarted::new)
                .orElseGet(() -> new Launcher.Launch.Started(this));
    }

    /** One meter for the browser's whole life: what a peak is counted from must not depend on who asks. */
    @Override
    public synchronized Optional<MemoryMeter> memory() {
        if (memory.isEmpty()) {
            memory = host.processes().map(TreeMemory::new);
        }
        return memory;
    }

    @Override
    public Reach reach() {
        return host.reach();
    }

    @Override
    public Map<String, String> internals() {
        // The libraries first: to tell of its adapters, a browser may load drivers that it has no other use for.
        Map<String, String> facts = new TreeMap<>(BrowserInternals.libraries(host.processes()));
        facts.putAll(BrowserInternals.read(host.internals(ASKING)));
        return facts;
    }

    @Override
    public Map<String, String> graphicsInfo() {
        Map<String, String> facts = new TreeMap<>(BrowserInternals.libraries(host.processes()));
        facts.putAll(BrowserInternals.read(host.graphicsInfo(GLANCING)));
        return facts;
    }

    @Override
    public void kill() {
        host.kill();
        lost("killed");
    }

    @Override
    public void close() {
        joined.ifPresent(open -> open.runner().close());
        host.close();
        lost("closed");
    }
}
