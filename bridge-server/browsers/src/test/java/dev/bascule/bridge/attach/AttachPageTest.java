package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.bascule.bridge.browse.BrowsedPage;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.OwnNames;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.secret.CapabilityToken;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real attach page in a real browser that Bascule did not start, used as a person would. */
@Tag("browser")
@Timeout(180)
class AttachPageTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static BrowsedPage browser;

    @TempDir
    Path folder;

    private final CapabilityToken token = CapabilityToken.random();
    private final RecordedDevices heard = new RecordedDevices();
    private AttachSocketHandler handler;
    private BridgeServer bridge;

    @BeforeAll
    static void start() {
        browser = BrowsedPage.start(List.of("--enable-features=WebMachineLearningNeuralNetwork"));
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private void open(BridgeConfig config) {
        open(config, LIMIT);
    }

    /** @param reload how long a page that went away may take to come back */
    private void open(BridgeConfig config, Duration reload) {
        handler = new AttachSocketHandler(
                token, AttachSettings.defaults().withGrace(reload).withReload(reload), heard, Clock.systemUTC());
        bridge = BridgeServer.start(config, List.of(handler));
    }

    @AfterEach
    void shut() {
        handler.close();
        bridge.close();
    }

    private static BrowserContext person() {
        return browser.browser().newContext(new Browser.NewContextOptions().setIgnoreHTTPSErrors(true));
    }

    private Page follow(BrowserContext person, URI address) {
        Page page = person.newPage();
        page.navigate(address + AttachSocketHandler.PAGE + "#token=" + token.reveal());
        return page;
    }

    private static void sees(Page page, String text) {
        page.getByText(text).first().waitFor();
    }

    private CompletableFuture<Launcher.Launch> launching(AttachedDevice device) {
        PageLauncher launcher = new PageLauncher(bridge, new AttachedHosts(device));
        return CompletableFuture.supplyAsync(() -> launcher.launch(bridge, LIMIT));
    }

    /** Playwright hears of nothing unless it is asked something. */
    private static <T> T awaited(Page page, CompletableFuture<T> future) throws Exception {
        while (!future.isDone()) {
            page.waitForTimeout(50);
        }
        return future.get();
    }

    @Test
    void a_person_opens_the_link_gives_a_name_sees_what_runs_and_leaves() throws Exception {
        open(BridgeConfig.defaults());
        try (BrowserContext person = person()) {
            Page page = follow(person, bridge.origin());
            sees(page, "Attached as Chrome");
            assertThat(page.url())
                    .as("the token does not stay in the address bar")
                    .doesNotContain("token");
            AttachedDevice device = heard.device();
            page.getByLabel("Name of this device").fill("Anna's phone");
            page.getByText("Rename").click();
            sees(page, "Attached as Anna's phone");
            assertThat(handler.devices()).containsExactly(device);
            assertThat(device.identity().name()).isEqualTo("Anna's phone");
            assertThat(device.identity().secureContext()).contains(true);
            device.say("running 1 of 1: add");
            sees(page, "running 1 of 1: add");

            LaunchedRunner launched = started(awaited(page, launching(device)));
            assertThat(launched.browser().orElseThrow().name()).startsWith("Anna's phone: ");
            assertThat(launched.browser().orElseThrow().version())
                    .as("all of it")
                    .matches("\\d+\\.\\d+\\.[1-9]\\d*.*");
            assertThat(launched.runner().probe().environment())
                    .containsEntry("crossOriginIsolated", "true")
                    .containsEntry("wasmThreads", "true");
            RunnerSession session =
                    launched.runner().open(TinyJobs.add(folder), LIMIT).result().orElseThrow();
            assertThat(session.measure(BlockRequest.ofIterations(3, LIMIT), LIMIT))
                    .isInstanceOf(Reply.Ok.class);

            CompletableFuture<Reply<?>> running = CompletableFuture.supplyAsync(
                    () -> session.measure(new BlockRequest(1, LIMIT, LIMIT), LIMIT.plusSeconds(10)));
            page.getByText("Leave").click();
            sees(page, "Not attached");
            Reply<?> reply = running.get(45, TimeUnit.SECONDS);
            assertThat(((Reply.Failed<?>) reply).fault())
                    .isInstanceOfSatisfying(
                            Fault.Lost.class, lost -> assertThat(lost.reason()).contains("Anna's phone: it left"));
            assertThat(handler.devices()).isEmpty();
            assertThat(page.locator("iframe").count()).isZero();
        }
    }

    @Test
    void by_https_another_device_is_a_secure_and_isolated_context() throws Exception {
        String outside = outside();
        open(BridgeConfig.defaults()
                .withHost("0.0.0.0")
                .withTls(new CertificateFolder(folder, Clock.systemUTC())
                        .obtain(OwnNames.ofThisMachine().subjects())));
        try (BrowserContext person = person()) {
            Page page = follow(person, address(outside));
            sees(page, "Attached as");
            assertThat(page.url()).startsWith("https://" + outside);
            assertThat(page.evaluate("isSecureContext && crossOriginIsolated")).isEqualTo(true);
            LaunchedRunner launched = started(awaited(page, launching(heard.device())));
            assertThat(launched.runner().probe().environment())
                    .containsEntry("secureContext", "true")
                    .containsEntry("wasmThreads", "true");
            assertThat(launched.runner().open(TinyJobs.add(folder), LIMIT)).isInstanceOf(Reply.Ok.class);
            launched.close();
            page.locator("iframe")
                    .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                            .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        }
    }

    @Test
    void negative_control_by_plain_http_it_is_not_and_the_page_says_so() throws Exception {
        String outside = outside();
        open(BridgeConfig.defaults().withHost("0.0.0.0"));
        try (BrowserContext person = person()) {
            Page page = follow(person, address(outside));
            sees(page, "Attached as");
            assertThat(page.evaluate("isSecureContext || crossOriginIsolated")).isEqualTo(false);
            assertThat(page.locator("#insecure").isVisible()).isTrue();
            AttachedDevice device = heard.device();
            assertThat(device.identity().secureContext()).contains(false);
            LaunchedRunner launched = started(awaited(page, launching(device)));
            assertThat(launched.runner().probe().environment()).containsEntry("wasmThreads", "false");
            assertThat(launched.runner().open(TinyJobs.add(folder), LIMIT)).isInstanceOf(Reply.Ok.class);
        }
    }

    @Test
    void a_page_that_is_loaded_anew_is_the_same_device() throws Exception {
        open(BridgeConfig.defaults());
        try (BrowserContext person = person()) {
            Page page = follow(person, bridge.origin());
            sees(page, "Attached as");
            AttachedDevice device = heard.device();
            page.reload();
            sees(page, "Attached as");
            assertThat(device.gone()).isEmpty();
            assertThat(heard.attached).isEmpty();
        }
    }

    @Test
    void a_page_that_is_closed_leaves() throws Exception {
        open(BridgeConfig.defaults(), Duration.ofSeconds(2));
        try (BrowserContext person = person()) {
            Page page = follow(person, bridge.origin());
            sees(page, "Attached as");
            AttachedDevice device = heard.device();
            page.close();
            await().until(() -> device.gone().isPresent());
            assertThat(device.gone().orElseThrow()).contains("did not come back");
        }
    }

    @Test
    void a_wrong_link_says_what_to_do() {
        open(BridgeConfig.defaults());
        try (BrowserContext person = person()) {
            Page page = person.newPage();
            page.navigate(bridge.origin() + AttachSocketHandler.PAGE + "#token=wrong");
            sees(page, "no longer valid; ask for the one that Bascule shows now");
            page.navigate(bridge.origin() + AttachSocketHandler.PAGE + "?");
            assertThat(handler.devices()).isEmpty();
        }
    }

    private URI address(String host) {
        return bridge.addresses().stream()
                .filter(address -> address.getHost().equals(host))
                .findFirst()
                .orElseThrow();
    }

    private static String outside() {
        Optional<String> outside = OwnNames.ofThisMachine().addressHosts().findFirst();
        assumeTrue(outside.isPresent(), "this machine has no address but loopback");
        return outside.get();
    }

    private static LaunchedRunner started(Launcher.Launch launch) {
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
    }
}
