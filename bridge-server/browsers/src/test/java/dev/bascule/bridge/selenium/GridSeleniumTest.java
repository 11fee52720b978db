package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's contract on a real Grid with this machine's Chromium, and what is a Grid's alone. */
@Tag("browser")
@Tag("grid")
@Tag("full")
class GridSeleniumTest implements LauncherContract {
    private static BridgeServer bridge;
    private static Optional<GridProcess> process = Optional.empty();

    @TempDir
    static Path gridFolder;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        LocalDrivers.Driven chromium = LocalDrivers.of(BrowserFamily.CHROMIUM);
        bridge = BridgeServer.start(BridgeConfig.defaults());
        process = Optional.of(GridProcess.start(
                gridFolder,
                Stream.concat(Stream.of(chromium), LocalDrivers.find(BrowserFamily.FIREFOX).stream())
                        .toList()));
    }

    @AfterAll
    static void stop() {
        process.ifPresent(GridProcess::close);
        if (bridge != null) {
            bridge.close();
        }
    }

    private static SeleniumGrid grid() {
        return process.orElseThrow().grid();
    }

    private static List<GridBrowser> offers() {
        SeleniumGrid.GridCheck look = grid().look(LIMIT);
        assertThat(look).isInstanceOf(SeleniumGrid.GridCheck.Offers.class);
        return ((SeleniumGrid.GridCheck.Offers) look).browsers();
    }

    private static GridHosts chromium(BridgeServer server) {
        return hosts(server, BrowserEngine.CHROMIUM).orElseThrow();
    }

    private static Optional<GridHosts> hosts(BridgeServer server, BrowserEngine engine) {
        return grid().hosts(offers(), LaunchOptions.withHardwareGpu(false), server).stream()
                .filter(hosts -> hosts.offer().engine().equals(Optional.of(engine)))
                .findFirst();
    }

    @Override
    public BridgeServer bridge() {
        return bridge;
    }

    @Override
    public Launcher launcher() {
        return new PageLauncher(bridge, chromium(bridge));
    }

    @Override
    public Path folder() {
        return folder;
    }

    /** The Grid is a child of this JVM, and its browsers are below it. */
    @Override
    public ProcessHandle browser(List<ProcessHandle> started) {
        return started.stream()
                .filter(process -> {
                    String line = Processes.commandLine(process);
                    return line.contains("--user-data-dir=") && !line.contains("--type=");
                })
                .findFirst()
                .orElseThrow();
    }

    @Override
    public boolean hasProcessesInReach() {
        return false;
    }

    /** They are the Grid's to end, which is asked to and not waited for without end. */
    @Override
    public void leavesNothing(LeftBehind before) {
        Awaitility.await().untilAsserted(() -> LauncherContract.super.leavesNothing(before));
    }

    @Test
    void it_lists_its_browsers_with_version_and_platform() {
        assertThat(offers()).hasSizeBetween(1, 2).first().satisfies(browser -> {
            assertThat(browser.browserName()).isEqualTo("chrome");
            assertThat(browser.version()).isPresent();
            assertThat(browser.platform()).contains("linux");
            assertThat(browser.slots()).isEqualTo(2);
        });
    }

    @Test
    @Tag("geckodriver")
    void its_firefox_runs_a_model_on_webgpu() {
        GridHosts firefox = hosts(bridge, BrowserEngine.GECKO).orElseThrow();
        LaunchedRunner launched =
                LauncherContract.started(new PageLauncher(bridge, firefox).launch(bridge, LauncherContract.LIMIT));
        try {
            assertThat(launched.browser().orElseThrow().flags()).contains("pref dom.webgpu.enabled=true");
            assertThat(launched.runner().open(TinyJobs.add(folder, Backends.WEBGPU), LauncherContract.LIMIT))
                    .isInstanceOf(Reply.Ok.class);
        } finally {
            launched.close();
        }
    }

    @Test
    void a_bridge_that_it_cannot_reach_is_refused_with_the_remedy() {
        GridBrowser here = offers().get(0);
        GridBrowser elsewhere = new GridBrowser(
                here.browserName(),
                here.version(),
                here.platform(),
                here.options(),
                List.of(URI.create("http://192.0.2.8:5555")),
                1);
        GridHosts hosts = GridHosts.of(grid(), elsewhere, LaunchOptions.withHardwareGpu(false), bridge.origin())
                .orElseThrow();
        assertThat(hosts.start(LIMIT))
                .isInstanceOfSatisfying(
                        PageHosts.Start.Refused.class,
                        refused -> assertThat(refused.failure().remedies())
                                .singleElement()
                                .asString()
                                .contains("--bridge-host"));
    }

    @Test
    void a_bridge_on_another_address_is_a_secure_context_all_the_same() throws Exception {
        Optional<String> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
        assumeTrue(own.isPresent(), "this machine has the loopback address only");
        try (BridgeServer open = BridgeServer.start(BridgeConfig.defaults().withHost(own.get()))) {
            LaunchedRunner launched = LauncherContract.started(
                    new PageLauncher(open, chromium(open)).launch(open, LauncherContract.LIMIT));
            try {
                assertThat(launched.runner().probe().environment()).containsEntry("crossOriginIsolated", "true");
                assertThat(launched.runner()
                                .probe()
                                .backend("webgpu")
                                .orElseThrow()
                                .adapter())
                        .isNotEmpty();
            } finally {
                launched.close();
            }
        }
    }

    @Test
    void what_is_no_grid_is_refused_in_its_own_words() {
        SeleniumGrid none = new SeleniumGrid(bridge.origin());
        assertThat(none.look(LIMIT)).isInstanceOfSatisfying(SeleniumGrid.GridCheck.Shut.class, shut -> {
            Failure failure = shut.failure();
            assertThat(failure.message()).contains(bridge.origin().toString());
        });
    }

    @Test
    void a_grid_that_dies_neither_blocks_nor_hides_what_was_lost() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        GridProcess dying = GridProcess.start(other, List.of(LocalDrivers.of(BrowserFamily.CHROMIUM)));
        try {
            GridHosts hosts = dying.grid()
                    .hosts(offers(), LaunchOptions.withHardwareGpu(false), bridge)
                    .get(0);
            LaunchedRunner launched =
                    LauncherContract.started(new PageLauncher(bridge, hosts).launch(bridge, LauncherContract.LIMIT));
            // Its driver and its browser outlive it, and are the test's to kill.
            dying.tree().remember();
            dying.tree().root().destroyForcibly();
            assertThat(CompletableFuture.runAsync(launched::close)).succeedsWithin(LauncherContract.NOTICED);
        } finally {
            dying.close();
        }
    }
}
