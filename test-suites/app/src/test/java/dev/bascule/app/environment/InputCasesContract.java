package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.OutputDistances;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.nativerunner.pipeline.InputCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A real page and the native child make the same of every input, good or bad. One browser for all of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InputCasesContract {
    @TempDir
    static Path folder;

    private final BrowserEngine engine;
    private RunEnvironment environment;
    private IsolatedRunner page;
    private IsolatedRunner child;

    InputCasesContract(BrowserEngine engine) {
        this.engine = engine;
    }

    /** Half of a surrogate pair does not come as far as a runner. */
    static List<InputCase> all() {
        return InputCase.all().stream()
                .filter(input -> input.text()
                        .orElse("")
                        .codePoints()
                        .noneMatch(point -> Character.getType(point) == Character.SURROGATE))
                .toList();
    }

    @BeforeAll
    void start() {
        environment = open();
        page = environment.browsers().get(0).lane(Backends.WASM);
        child = environment.nativeSource().lane(Backends.NATIVE_CPU);
    }

    /** With a browser of the engine. */
    RunEnvironment open() {
        List<String> browsers = BrowserDiscovery.ofThisMachine().find().browsers().stream()
                .filter(found -> found.family().engine() == engine)
                .map(BrowserInstallation::id)
                .limit(1)
                .toList();
        return LocalRunEnvironments.ofThisMachine()
                .open(BrowserSetup.of(new BrowserChoice.Named(browsers)), new TimeBreakdown(), RunListener.silent());
    }

    @AfterAll
    void stop() {
        environment.close();
    }

    /** Every third, and all where there is time: {@code InputCasesTest} has them all natively. */
    static List<InputCase> some() {
        int step = TestSize.of(3, 1);
        List<InputCase> all = all();
        return IntStream.range(0, all.size())
                .filter(i -> i % step == 0)
                .mapToObj(all::get)
                .toList();
    }

    @Tag("sized")
    @ParameterizedTest
    @MethodSource("some")
    void page_and_host_make_the_same_of_it(InputCase input) throws IOException {
        Reply<PipelineOutput> here = prepared(child, input);
        Reply<PipelineOutput> there = prepared(page, input);
        if (input.expected() instanceof InputCase.Refused refused) {
            requireRefused(refused, here);
            requireRefused(refused, there);
            return;
        }
        InputCase.Same same = (InputCase.Same) input.expected();
        assertThat(here).isInstanceOf(Reply.Ok.class);
        assertThat(there).isInstanceOf(Reply.Ok.class);
        assertThat(distance(
                        here.result().orElseThrow().tensors(),
                        there.result().orElseThrow().tensors()))
                .isLessThanOrEqualTo(same.limit());
    }

    @Test
    void a_picture_that_is_turned_is_far_from_one_that_is_not() throws IOException {
        List<InputCase> pictures = all().stream()
                .filter(input -> input.name().matches("a JPEG of orientation [13]"))
                .toList();
        assertThat(pictures).hasSize(2);
        assertThat(distance(tensors(child, pictures.get(0)), tensors(page, pictures.get(1))))
                .as("negative control")
                .isGreaterThan(0.5);
    }

    private static double distance(Map<String, Tensor> here, Map<String, Tensor> there) {
        return OutputDistances.between(here, there).values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private Map<String, Tensor> tensors(IsolatedRunner side, InputCase input) throws IOException {
        return prepared(side, input).result().orElseThrow().tensors();
    }

    private static void requireRefused(InputCase.Refused refused, Reply<PipelineOutput> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<PipelineOutput>) reply).fault())
                .isInstanceOfSatisfying(Fault.Refused.class, fault -> {
                    assertThat(refused.error().split("\\|", -1)).contains(fault.name());
                    assertThat(fault.message()).contains(refused.says());
                    assertThat(fault.poisoned()).isEmpty();
                });
    }

    private Reply<PipelineOutput> prepared(IsolatedRunner side, InputCase input) throws IOException {
        Map<String, ModelArtifact> assets = new HashMap<>();
        for (Map.Entry<String, byte[]> asset : input.assets().entrySet()) {
            String sha256 = Sha256.of(asset.getValue());
            Path file = folder.resolve(sha256);
            Files.write(file, asset.getValue());
            assets.put(asset.getKey(), new ModelArtifact(sha256, Files.size(file), file));
        }
        PipelineRequest request = new PipelineRequest(environment.jobIds().next(), input.spec(), assets, input.text());
        return side.ask(live -> live.prepare(request, Duration.ofSeconds(120)));
    }
}
