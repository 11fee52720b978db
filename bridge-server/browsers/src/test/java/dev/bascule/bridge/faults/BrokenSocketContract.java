package dev.bascule.bridge.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.RunnerSession;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The connection between a real page and the bridge breaks for real, in a proxy between them. */
@Tag("browser")
@Timeout(150)
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs a second loopback address")
abstract class BrokenSocketContract {
    private static final Duration LIMIT = LauncherContract.LIMIT;
    private static final Duration BLOCK = Duration.ofSeconds(3);
    /** Who can come back, does, however long the machine stands still meanwhile. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String BEHIND = "127.0.0.2";
    private static final String BEFORE = "127.0.0.1";

    abstract PageHosts hosts(LaunchOptions options);

    @TempDir
    Path folder;

    private final LeftBehind before = new LeftBehind();
    private BridgeServer bridge;
    private CuttingProxy proxy;

    /** @param grace how long a page may take to come back */
    private void start(Duration grace) throws Exception {
        for (int attempt = 1; proxy == null; attempt++) {
            bridge = BridgeServer.start(BridgeConfig.defaults().withHost(BEHIND).withGrace(grace));
            int port = bridge.origin().getPort();
            try {
                proxy = new CuttingProxy(new InetSocketAddress(BEFORE, port), new InetSocketAddress(BEHIND, port));
            } catch (BindException taken) {
                // Free on the one address, and somebody's on the other.
                bridge.close();
                assertThat(attempt).isLessThan(10);
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (proxy != null) {
            proxy.close();
            bridge.close();
        }
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    /** In one browser: of what the one leaves, the other would be the first to suffer. */
    @Test
    void a_connection_that_breaks_twice_is_taken_up_again_and_a_lost_result_is_sent_again_and_arrives_once()
            throws Exception {
        start(PATIENCE);
        LaunchedRunner launched = launch();
        try {
            breaksTwice(session(launched));
            losesItsResult(session(launched));
        } finally {
            launched.close();
        }
    }

    private void breaksTwice(RunnerSession session) throws Exception {
        CompletableFuture<Reply<Block>> measuring = measuring(session);
        TimeUnit.MILLISECONDS.sleep(500);
        assertThat(proxy.cut()).isGreaterThanOrEqualTo(2);
        Awaitility.await("it comes back, so there is something to cut").until(() -> proxy.connections() >= 2);
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(proxy.cut()).isGreaterThanOrEqualTo(2);
        isWhole(measuring.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        goesOn(session);
    }

    private void losesItsResult(RunnerSession session) throws Exception {
        // From before its first word on: a block could be over, and told, until somebody came to lose it.
        proxy.lose();
        CompletableFuture<Reply<Block>> measuring = measuring(session);
        TimeUnit.MILLISECONDS.sleep(BLOCK.toMillis() + 2000);
        assertThat(measuring).as("its result was lost on the way").isNotDone();
        proxy.cut();
        isWhole(measuring.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        goesOn(session);
    }

    @Test
    void a_connection_that_never_comes_back_is_lost() throws Exception {
        start(BridgeConfig.defaults().grace());
        LaunchedRunner launched = launch();
        try {
            CompletableFuture<Reply<Block>> measuring = measuring(session(launched));
            TimeUnit.MILLISECONDS.sleep(500);
            proxy.close();
            Reply<Block> reply = measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS);
            assertThat(reply)
                    .isInstanceOfSatisfying(
                            Reply.Failed.class,
                            failed -> assertThat(failed.fault()).isInstanceOf(Fault.Lost.class));
        } finally {
            launched.close();
        }
    }

    private LaunchedRunner launch() {
        PageHosts hosts = hosts(LaunchOptions.withHardwareGpu(false));
        return LauncherContract.started(
                new PageLauncher(bridge, new Detour(hosts, BEHIND, BEFORE)).launch(bridge, LIMIT));
    }

    private RunnerSession session(LaunchedRunner launched) {
        return launched.runner().open(TinyJobs.add(folder), LIMIT).result().orElseThrow();
    }

    private static CompletableFuture<Reply<Block>> measuring(RunnerSession session) {
        return CompletableFuture.supplyAsync(() -> session.measure(new BlockRequest(1, BLOCK, LIMIT), LIMIT));
    }

    private static void isWhole(Reply<Block> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        Block block = reply.result().orElseThrow();
        assertThat(block.samples().totalMillis()).isGreaterThanOrEqualTo(BLOCK.toMillis());
    }

    /** Had anything arrived twice, an answer would now be another question's. */
    private static void goesOn(RunnerSession session) {
        for (int iterations = 5; iterations < 8; iterations++) {
            Block block = session.measure(BlockRequest.ofIterations(iterations, LIMIT), LIMIT)
                    .result()
                    .orElseThrow();
            assertThat(block.samples().size()).isEqualTo(iterations);
        }
        assertThat(session.finish(LIMIT)).isInstanceOf(Reply.Ok.class);
    }
}
