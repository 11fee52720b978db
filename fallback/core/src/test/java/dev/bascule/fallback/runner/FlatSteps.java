package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.LoggerFactory;

/** Thousands of steps on one state, and what the runner's processes hold in between. */
public final class FlatSteps {
    private static final int ELEMENTS = 1 << 16;
    private static final int CHUNK = 250;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Shape SHAPE = Shape.of(ELEMENTS);

    /** What each step would leave behind at least if the state before it were not let go of. */
    private static final double STATE_BYTES = 4.0 * ELEMENTS;

    private FlatSteps() {}

    /**
     * Runs them, and looks at the memory after each chunk once a fifth of them is over: a process grows at its start. What is held at the
     * least, in each half of the rest, is what no garbage collector gets rid of.
     *
     * @param steps a few thousand; more where a heap takes longer to come to its size
     * @param part a step may leave less than one of so many parts of the state
     */
    public static void run(
            LaunchedRunner launched, Backend backend, SessionSettings settings, Path folder, int steps, int part) {
        MemoryMeter meter = launched.memory().orElseThrow();
        RunnerSession session = ok(launched.runner().open(job(backend, settings, folder), LIMIT));
        AdvanceRequest chunk = new AdvanceRequest(Collections.nCopies(CHUNK, Map.of()), Set.of("next"), LIMIT);
        List<Long> held = new ArrayList<>();
        Advance last = ok(session.advance(chunk, LIMIT));
        for (int done = CHUNK; done < steps; done += CHUNK) {
            last = ok(session.advance(chunk, LIMIT));
            if (done >= steps / 5) {
                held.add(meter.read().currentTotal());
            }
        }
        ok(session.finish(LIMIT));
        assertThat(last.state().get("next")).isEqualTo(filled(steps));
        int half = held.size() / 2;
        long before = Collections.min(held.subList(0, half));
        long after = Collections.min(held.subList(half, held.size()));
        double left = (after - before) / ((double) half * CHUNK);
        LoggerFactory.getLogger(FlatSteps.class)
                .info(
                        "{} {}: {} steps on {} bytes, {} left by each; {} held at least, then {}; {} ms a step",
                        backend.id(),
                        settings.carryLocation().map(Enum::name).orElse("CPU"),
                        steps,
                        STATE_BYTES,
                        left,
                        before,
                        after,
                        last.steps().median());
        assertThat(left).as("bytes that a step leaves behind").isLessThan(STATE_BYTES / part);
    }

    private static Job job(Backend backend, SessionSettings settings, Path folder) {
        return new Job(
                UUID.randomUUID().toString(),
                backend,
                Artifacts.write(folder, TinyOnnx.counter(ELEMENTS), "onnx"),
                new Feeds(Map.of("x", List.of(filled(1)), "state", List.of(filled(0))), Map.of("state", "next")),
                List.of("seen"),
                settings);
    }

    private static Tensor filled(float value) {
        float[] values = new float[ELEMENTS];
        Arrays.fill(values, value);
        return Tensor.floats(SHAPE, values);
    }

    private static <T> T ok(Reply<T> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }
}
