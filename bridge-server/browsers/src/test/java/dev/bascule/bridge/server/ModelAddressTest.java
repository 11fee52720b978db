package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may fetch a model, and for how long: runners spoken by hand, and somebody who only knows the hash. */
@Tag("attack")
class ModelAddressTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HASH = "ab".repeat(32);
    private static BridgeServer bridge;

    @TempDir
    Path folder;

    private ModelArtifact model;

    @BeforeAll
    static void start() {
        bridge = Bridges.start(BridgeConfig.defaults().withGrace(Duration.ofMillis(200)));
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @BeforeEach
    void write() throws IOException {
        model = new ModelArtifact(HASH, 5, Files.writeString(folder.resolve("model.onnx"), "model"));
    }

    @Test
    void a_hash_alone_fetches_nothing_and_neither_does_a_guess() throws Exception {
        Guest guest = Guest.join();
        guest.open(model);
        String address = guest.execute().model().url();
        assertThat(status(address)).isEqualTo(200);
        String token = address.split("/")[2];
        String other = (token.charAt(0) == 'A' ? "B" : "A") + token.substring(1);
        for (String guess : List.of(
                "/models/" + HASH,
                "/models//" + HASH,
                "/models/" + other + "/" + HASH,
                "/models/" + token.substring(1) + "/" + HASH,
                "/models/" + token + "/" + "cd".repeat(32),
                "/models/" + token)) {
            assertThat(status(guess)).as(guess).isIn(400, 404);
        }
    }

    @Test
    void an_address_ends_with_the_request_that_it_was_for() throws Exception {
        Guest guest = Guest.join();
        CompletableFuture<Reply<RunnerSession>> opening = guest.open(model);
        String address = guest.execute().model().url();
        assertThat(status(address)).isEqualTo(200);
        guest.socket.send(new Envelope(2, 1, new Message.Progress("job", "ready")));
        assertThat(opening.get(60, TimeUnit.SECONDS)).isInstanceOf(Reply.Ok.class);
        assertThat(status(address)).isEqualTo(404);
    }

    @Test
    void an_address_ends_with_its_runner() throws Exception {
        Guest guest = Guest.join();
        CompletableFuture<Reply<RunnerSession>> opening = guest.open(model);
        String address = guest.execute().model().url();
        guest.socket.cut();
        assertThat(((Reply.Failed<RunnerSession>) opening.get(60, TimeUnit.SECONDS)).fault())
                .isInstanceOf(Fault.Lost.class);
        assertThat(status(address)).isEqualTo(404);
    }

    @Test
    void what_a_pipeline_needs_has_addresses_that_end_too() throws Exception {
        Guest guest = Guest.join();
        CompletableFuture<Reply<?>> preparing = CompletableFuture.supplyAsync(() -> guest.runner.prepare(
                new PipelineRequest(
                        "job", new PipelineSpec.Text(8), Map.of("audio", model, "words", model), Optional.empty()),
                Duration.ofMillis(1500)));
        Message.Prepare prepare = (Message.Prepare) guest.socket.next();
        List<String> addresses =
                prepare.assets().values().stream().map(Message.Asset::url).toList();
        assertThat(addresses)
                .doesNotHaveDuplicates()
                .hasSize(2)
                .allSatisfy(address -> assertThat(status(address)).isEqualTo(200));
        assertThat(preparing.get(60, TimeUnit.SECONDS)).isInstanceOf(Reply.Failed.class);
        assertThat(addresses).allSatisfy(address -> assertThat(status(address)).isEqualTo(404));
    }

    @Test
    void each_runner_has_an_address_of_its_own_for_the_same_file() throws Exception {
        Guest one = Guest.join();
        Guest other = Guest.join();
        one.open(model);
        CompletableFuture<Reply<RunnerSession>> opening = other.open(model);
        String ones = one.execute().model().url();
        String others = other.execute().model().url();
        assertThat(ones).isNotEqualTo(others);
        other.socket.send(new Envelope(2, 1, new Message.Progress("job", "ready")));
        assertThat(opening.get(60, TimeUnit.SECONDS)).isInstanceOf(Reply.Ok.class);
        assertThat(status(others)).isEqualTo(404);
        assertThat(status(ones)).isEqualTo(200);
        one.runner.close();
        Awaitility.await().untilAsserted(() -> assertThat(status(ones)).isEqualTo(404));
    }

    @Test
    void an_address_is_told_without_its_token() {
        String address = bridge.assets().locate(model);
        assertThat(ServedModels.told(address)).doesNotContain(address.split("/")[2]);
        assertThat(ServedModels.told("/runner.html")).isEqualTo("/runner.html");
        bridge.assets().withdraw(address);
    }

    private static int status(String path) throws IOException {
        return RawHttp.get(bridge.origin(), path).status();
    }

    /** A runner that joined. */
    private record Guest(SocketRunner socket, Runner runner) {
        static Guest join() throws Exception {
            Invitation invitation = bridge.invite("guest", bridge.assets());
            SocketRunner socket = SocketRunner.connect(bridge).join(invitation.token());
            assertThat(socket.next()).isInstanceOf(Message.Welcome.class);
            return new Guest(socket, invitation.joined().get(30, TimeUnit.SECONDS));
        }

        CompletableFuture<Reply<RunnerSession>> open(ModelArtifact model) {
            Job job =
                    new Job("job", Backends.WASM, model, Feeds.of(Map.of()), List.of("y"), SessionSettings.defaults());
            return CompletableFuture.supplyAsync(() -> runner.open(job, PATIENCE));
        }

        Message.Execute execute() throws Exception {
            return (Message.Execute) socket.next();
        }
    }
}
