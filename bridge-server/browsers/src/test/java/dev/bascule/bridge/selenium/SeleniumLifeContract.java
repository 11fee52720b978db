package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.RunnerSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What browsers by their drivers do beyond the launcher's contract. */
@Tag("browser")
@Timeout(150)
abstract class SeleniumLifeContract {
    private static BridgeServer bridge;

    private final BrowserFamily family;

    @TempDir
    Path folder;

    SeleniumLifeContract(BrowserFamily family) {
        this.family = family;
    }

    @BeforeAll
    static void start() {
        // Longer than the drivers take: it is they who are to notice what became of a page.
        bridge = BridgeServer.start(BridgeConfig.defaults().withGrace(LauncherContract.LIMIT));
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @Test
    void a_page_whose_process_dies_is_lost_and_told_so() throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch();
        try {
            RunnerSession session = launched.runner()
                    .open(TinyJobs.add(folder), LauncherContract.LIMIT)
                    .result()
                    .orElseThrow();
            CompletableFuture<Reply<?>> measuring = CompletableFuture.supplyAsync(() -> session.measure(
                    new BlockRequest(1, LauncherContract.LIMIT, LauncherContract.LIMIT),
                    LauncherContract.LIMIT.plusSeconds(10)));
            TimeUnit.MILLISECONDS.sleep(300);
            assertThat(measuring).isNotDone();
            before.newProcesses().stream()
                    .filter(process -> isPage(family.engine(), Processes.commandLine(process)))
                    .forEach(ProcessHandle::destroyForcibly);
            Reply<?> reply = measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS);
            assertThat(reply).satisfies(LauncherContract::isLost);
            Fault fault = ((Reply.Failed<?>) reply).fault();
            assertThat(((Fault.Lost) fault).reason()).containsAnyOf("its page is gone", "process ended");
        } finally {
            launched.close();
        }
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    void a_browser_tells_of_its_graphics_on_its_own_page_and_its_runner_goes_on() {
        PageHosts hosts = LocalDrivers.of(family).hosts();
        List<PageHost> started = new ArrayList<>();
        PageHosts remembering = new PageHosts() {
            @Override
            public String id() {
                return hosts.id();
            }

            @Override
            public String name() {
                return hosts.name();
            }

            @Override
            public Start start(Duration limit) {
                Start start = hosts.start(limit);
                if (start instanceof Start.Up up) {
                    started.add(up.host());
                }
                return start;
            }
        };
        LaunchedRunner launched =
                LauncherContract.started(new PageLauncher(bridge, remembering).launch(bridge, LauncherContract.LIMIT));
        try {
            Map<String, String> told = started.get(0).internals(LauncherContract.LIMIT);
            String address = switch (family.engine()) {
                case CHROMIUM -> "chrome://gpu";
                case GECKO -> "about:support";
                case WEBKIT -> "webkit://gpu";
            };
            assertThat(told).containsOnlyKeys(address);
            assertThat(told.get(address))
                    .contains(
                            switch (family.engine()) {
                                case CHROMIUM -> "SwiftShader";
                                case GECKO -> "WebGPU Default Adapter";
                                case WEBKIT -> "GL_RENDERER";
                            });
            assertThat(launched.internals()).isNotEmpty();
            assertThat(launched.runner().open(TinyJobs.add(folder), LauncherContract.LIMIT))
                    .isInstanceOf(Reply.Ok.class);
        } finally {
            launched.close();
        }
    }

    private LaunchedRunner launch() {
        PageLauncher launcher = new PageLauncher(bridge, LocalDrivers.of(family).hosts());
        return LauncherContract.started(launcher.launch(bridge, LauncherContract.LIMIT));
    }

    private static boolean isPage(BrowserEngine engine, String line) {
        return switch (engine) {
            case CHROMIUM -> line.contains("--type=renderer");
            case GECKO -> line.contains("-contentproc") && line.stripTrailing().endsWith(" tab");
            case WEBKIT -> line.contains("WebKitWebProcess");
        };
    }
}
