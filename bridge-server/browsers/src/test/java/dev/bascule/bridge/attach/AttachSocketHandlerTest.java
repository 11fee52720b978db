package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.server.SocketRunner;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.secret.CapabilityToken;
import dev.bascule.fallback.target.Browser;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("slow")
class AttachSocketHandlerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);
    /** Enough to come back in on a busy machine, and short enough to see that it is over. */
    private static final Duration ENOUGH = Duration.ofSeconds(4);

    @TempDir
    Path folder;

    private final CapabilityToken token = CapabilityToken.random();
    private final RecordedDevices heard = new RecordedDevices();
    private AttachSocketHandler handler;
    private BridgeServer bridge;

    @BeforeEach
    void open() {
        open(SHORT);
    }

    private void open(Duration grace) {
        handler = new AttachSocketHandler(
                token, AttachSettings.defaults().withGrace(grace).withReload(grace), heard, Clock.systemUTC());
        bridge = BridgeServer.start(BridgeConfig.defaults(), List.of(handler));
    }

    private void openAgain(Duration grace) {
        shut();
        open(grace);
    }

    @AfterEach
    void shut() {
        handler.close();
        bridge.close();
    }

    private AttachClient attached() {
        return AttachClient.connect(bridge).attach(token, "Anna's phone", "device-1");
    }

    private CompletableFuture<Launcher.Launch> launching(AttachedDevice device) {
        PageLauncher launcher = new PageLauncher(bridge, new AttachedHosts(device));
        return CompletableFuture.supplyAsync(() -> launcher.launch(bridge, LIMIT));
    }

    private static LaunchedRunner started(Launcher.Launch launch) {
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
    }

    @Test
    void a_device_that_attaches_is_welcomed_by_its_name_and_runs_pages() throws Exception {
        AttachClient page = attached();
        assertThat(page.next("welcome").path("name").asText()).isEqualTo("Anna's phone");
        AttachedDevice device = heard.device();
        CompletableFuture<Launcher.Launch> launching = launching(device);
        SocketRunner socket = page.obey();
        LaunchedRunner launched = started(launching.get(60, TimeUnit.SECONDS));
        assertThat(launched.browser()).contains(new Browser("Anna's phone: Chrome", "153.0.0.0", "attach", List.of()));
        assertThat(launched.memory()).isEmpty();
        assertThat(handler.devices()).containsExactly(device);
        launched.close();
        assertThat(page.next("close").path("slot").asInt()).isEqualTo(1);
        socket.cut();
    }

    @Test
    void two_runners_have_two_slots_and_a_recycled_one_gets_a_new_slot() throws Exception {
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        CompletableFuture<Launcher.Launch> first = launching(device);
        page.obey();
        LaunchedRunner one = started(first.get(60, TimeUnit.SECONDS));
        CompletableFuture<Launcher.Launch> second = launching(device);
        page.obey();
        LaunchedRunner two = started(second.get(60, TimeUnit.SECONDS));
        Runner old = one.runner();
        CompletableFuture<Launcher.Launch> recycled = CompletableFuture.supplyAsync(() -> one.recycle(bridge, LIMIT));
        assertThat(page.next("close").path("slot").asInt()).isEqualTo(1);
        JsonNode open = page.next("open");
        assertThat(open.path("slot").asInt()).isEqualTo(3);
        page.run(open);
        assertThat(started(recycled.get(60, TimeUnit.SECONDS)).runner()).isNotSameAs(old);
        two.kill();
        assertThat(page.next("close").path("slot").asInt()).isEqualTo(2);
    }

    @Test
    void a_device_that_leaves_loses_what_runs_and_says_why() throws Exception {
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        CompletableFuture<Launcher.Launch> launching = launching(device);
        page.obey();
        LaunchedRunner launched = started(launching.get(60, TimeUnit.SECONDS));
        CompletableFuture<Reply<?>> running =
                CompletableFuture.supplyAsync(() -> launched.runner().open(TinyJobs.add(folder), LIMIT));
        page.say("bye");
        assertLost(running.get(60, TimeUnit.SECONDS), "Anna's phone: it left");
        assertThat(heard.event()).isEqualTo("Anna's phone left: it left");
        assertThat(launching(device).get(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(Launcher.Launch.NotStarted.class, refused -> {
                    assertThat(refused.failure().code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
                    assertThat(refused.failure().message()).contains("no longer attached: it left");
                    assertThat(refused.failure().remedies()).isNotEmpty();
                });
        assertThat(handler.devices()).isEmpty();
    }

    @Test
    void a_connection_that_does_not_come_back_in_time_is_lost() throws Exception {
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        CompletableFuture<Launcher.Launch> launching = launching(device);
        page.obey();
        LaunchedRunner launched = started(launching.get(60, TimeUnit.SECONDS));
        page.cut();
        assertThat(heard.event()).isEqualTo("Anna's phone is away");
        assertThat(heard.event())
                .isEqualTo("Anna's phone left: its connection closed and it did not come back within 300 ms");
        assertLost(launched.runner().open(TinyJobs.add(folder), LIMIT), "did not come back");
    }

    @Test
    void a_connection_that_comes_back_in_time_keeps_its_runners_and_hears_what_it_missed() throws Exception {
        openAgain(ENOUGH);
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        CompletableFuture<Launcher.Launch> first = launching(device);
        page.obey();
        LaunchedRunner one = started(first.get(60, TimeUnit.SECONDS));
        page.cut();
        assertThat(heard.event()).isEqualTo("Anna's phone is away");
        CompletableFuture<Launcher.Launch> second = launching(device);
        AttachClient again = attached();
        assertThat(heard.event()).isEqualTo("Anna's phone is back");
        JsonNode open = again.next("open");
        assertThat(open.path("slot").asInt()).isEqualTo(2);
        again.run(open);
        started(second.get(60, TimeUnit.SECONDS));
        TimeUnit.MILLISECONDS.sleep(ENOUGH.plus(SHORT).toMillis());
        assertThat(device.gone()).isEmpty();
        assertThat(((Reply.Failed<?>) one.runner().open(TinyJobs.add(folder), SHORT)).fault())
                .isInstanceOf(Fault.TimedOut.class);
        assertThat(heard.attached).isEmpty();
    }

    @Test
    void a_second_page_of_the_same_device_takes_the_place_of_the_first() throws Exception {
        AttachClient old = attached();
        AttachedDevice device = heard.device();
        attached().next("welcome");
        assertThat(old.closeReason()).contains("attached again");
        TimeUnit.MILLISECONDS.sleep(SHORT.toMillis() * 2);
        assertThat(device.gone()).isEmpty();
        assertThat(device.isHere()).isTrue();
    }

    @Test
    void a_frame_that_the_device_closed_by_itself_is_lost_at_once() throws Exception {
        AttachClient page = attached();
        CompletableFuture<Launcher.Launch> launching = launching(heard.device());
        page.obey();
        LaunchedRunner launched = started(launching.get(60, TimeUnit.SECONDS));
        CompletableFuture<Reply<?>> running =
                CompletableFuture.supplyAsync(() -> launched.runner().open(TinyJobs.add(folder), LIMIT));
        page.say("closed", 1);
        assertLost(running.get(60, TimeUnit.SECONDS), "was closed there");
    }

    @Test
    @Tag("attack")
    void wrong_tokens_are_refused_with_the_reason_and_lock_nobody_out() throws Exception {
        for (int i = 0; i < 40; i++) {
            AttachClient wrong = AttachClient.connect(bridge).attach("wrong" + i, "Eve", "device-2");
            assertThat(wrong.closeReason()).contains("no longer valid");
        }
        assertThat(handler.devices()).isEmpty();
        assertThat(heard.attached).isEmpty();
        attached();
        // What a socket sends is dealt with when the server comes to it.
        Awaitility.await().until(() -> handler.devices().size() == 1);
        assertThat(heard.event()).startsWith("refused: this link is no longer valid");
    }

    @Test
    void nonsense_closes_its_own_socket_only() throws Exception {
        AttachClient good = attached();
        AttachedDevice device = heard.device();
        for (String nonsense : List.of("{", "[]", "{\"type\":\"opened\",\"slot\":1}", "{\"type\":\"attach\"}")) {
            assertThat(AttachClient.connect(bridge).raw(nonsense).closeReason())
                    .as(nonsense)
                    .contains("protocol error");
        }
        AttachClient bad = AttachClient.connect(bridge).attach(token, "Bob", "device-3");
        AttachedDevice other = heard.device();
        assertThat(bad.raw("{\"type\":\"opened\",\"slot\":\"x\"}").closeReason())
                .contains("protocol error");
        Awaitility.await().until(() -> other.gone().isPresent());
        assertThat(device.gone()).isEmpty();
        good.say("ping").next("pong");
    }

    @Test
    void closing_the_desk_says_goodbye_to_all_devices() throws Exception {
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        handler.close();
        assertThat(page.next("bye").path("reason").asText()).isEqualTo("Bascule has ended");
        assertThat(page.closeReason()).startsWith("1000");
        assertThat(device.gone()).contains("Bascule has ended");
        assertThat(attached().closeReason()).contains("no room");
    }

    @Test
    void a_device_may_be_renamed_and_what_runs_keeps_its_name() throws Exception {
        openAgain(LIMIT);
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        CompletableFuture<Launcher.Launch> launching = launching(device);
        page.obey();
        LaunchedRunner launched = started(launching.get(60, TimeUnit.SECONDS));
        page.say(Json.MAPPER.createObjectNode().put("type", "rename").put("name", "  Tablet\u0007 "));
        assertThat(page.next("renamed").path("name").asText()).isEqualTo("Tablet");
        assertThat(heard.event()).isEqualTo("Anna's phone is called Tablet");
        assertThat(launched.browser().orElseThrow().name()).isEqualTo("Anna's phone: Chrome");
        assertThat(new AttachedHosts(device).browser().name()).isEqualTo("Tablet: Chrome");
        page.cut();
        assertThat(heard.event()).endsWith("is away");
        attached().next("renamed");
        assertThat(heard.event()).endsWith("is back");
        assertThat(heard.event()).isEqualTo("Tablet is called Anna's phone");
    }

    @Test
    void what_the_person_is_told_reaches_a_page_that_was_away() throws Exception {
        openAgain(LIMIT);
        AttachClient page = attached();
        AttachedDevice device = heard.device();
        page.cut();
        assertThat(heard.event()).endsWith("is away");
        device.say("2 of 9");
        assertThat(attached().next("status").path("text").asText()).isEqualTo("2 of 9");
    }

    private static void assertLost(Reply<?> reply, String reason) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<?>) reply).fault())
                .isInstanceOfSatisfying(
                        Fault.Lost.class, lost -> assertThat(lost.reason()).contains(reason));
    }
}
