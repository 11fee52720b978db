package dev.bascule.execution.reference;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.Spread;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.RoundingVariant;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how far native CPU's outputs move when it optimises the graph, when the inputs move by one unit in the last place,
 * and when every node's result moves by some. It runs in a child of its own, so that no session under test meets it. Used
 * for one case and thrown away.
 */
final class SpreadMeter {
    /** Directions in which the inputs are moved. */
    private static final int MOVES = 3;

    /** Ways in which the nodes' results are moved. */
    private static final int ROUNDINGS = 2;

    /** Four times this, as {@link Spread} takes it, is what the rule of depth allows a node: 64 u. */
    private static final double ROUNDING = 16 * 0x1p-24;

    /** Bytes of a model that is written anew. */
    private static final long LARGEST = 512L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(SpreadMeter.class);

    private final RunnerSource source;
    private final Duration timeout;
    private final JobIds ids;
    private boolean lost;

    SpreadMeter(RunnerSource source, Duration timeout, JobIds ids) {
        this.source = source;
        this.timeout = timeout;
        this.ids = ids;
    }

    /** @param reference its outputs without optimisation, for each step */
    Spread of(PreparedCase testCase, List<Map<String, Tensor>> reference) {
        try (IsolatedRunner child = source.isolated(Backends.NATIVE_CPU)) {
            if (child.start().isPresent()) {
                return Spread.NONE;
            }
            SessionSettings plain = testCase.settings().asReference();
            Spread spread = one(
                    child, testCase, testCase.feeds(), plain.withGraphOptimization(GraphOptimization.ALL), reference);
            for (int move = 0; move < MOVES; move++) {
                Feeds moved = moved(testCase.feeds(), move);
                if (!moved.equals(testCase.feeds())) {
                    spread = spread.or(one(child, testCase, moved, plain, reference));
                }
            }
            return spread.or(rounded(child, testCase, plain, reference));
        }
    }

    /** Of models whose weights lie in the file itself. Where a moved model cannot be made, nothing is known of it. */
    private Spread rounded(
            IsolatedRunner child, PreparedCase testCase, SessionSettings plain, List<Map<String, Tensor>> reference) {
        Spread spread = Spread.NONE;
        for (int variant = 0; variant < ROUNDINGS; variant++) {
            Optional<ScratchModel> moved = moved(testCase.artifact(), variant);
            if (moved.isEmpty()) {
                return spread;
            }
            try (ScratchModel file = moved.get()) {
                spread = spread.or(
                        one(child, testCase.withArtifact(file.artifact()), testCase.feeds(), plain, reference));
            }
        }
        return spread;
    }

    private static Optional<ScratchModel> moved(ModelArtifact artifact, int variant) {
        if (artifact.format() != ModelFormat.ONNX || artifact.bytes() > LARGEST) {
            return Optional.empty();
        }
        try {
            OnnxModelFile model = OnnxModelFile.open(artifact.file());
            return model.inspect().weights().externalData().isEmpty()
                    ? RoundingVariant.of(model.proto(), ROUNDING, variant).map(ScratchModel::of)
                    : Optional.empty();
        } catch (BasculeException | UncheckedIOException e) {
            LOG.debug("moving the nodes of {}", artifact.file(), e);
            return Optional.empty();
        }
    }

    private Spread one(
            IsolatedRunner child,
            PreparedCase testCase,
            Feeds feeds,
            SessionSettings settings,
            List<Map<String, Tensor>> reference) {
        if (lost || Thread.currentThread().isInterrupted()) {
            return Spread.NONE;
        }
        Job job = new Job(ids.next(), Backends.NATIVE_CPU, testCase.artifact(), feeds, testCase.outputs(), settings);
        Reply<SessionResult> reply = child.run(job, timeout);
        // Silence is not waited for again and again, nor is a child started anew for each variant of a model that kills
        // it.
        lost = reply.failed().isPresent() && !child.isRunning();
        Outputs outputs = reply.result().map(SessionResult::outputs).orElse(Outputs.NONE);
        Spread spread = Spread.NONE;
        for (Outputs.Output output : outputs.all()) {
            Optional<Tensor> still = output.step() < reference.size()
                    ? Optional.ofNullable(reference.get(output.step()).get(output.name()))
                    : Optional.empty();
            spread = still.map(tensor -> Spread.of(
                            output.name(),
                            output.tensor(),
                            tensor,
                            testCase.rounding().of(output.name(), tensor.dtype())))
                    .orElse(Spread.NONE)
                    .or(spread);
        }
        return spread;
    }

    private static Feeds moved(Feeds feeds, int seed) {
        Map<String, List<Tensor>> moved = new LinkedHashMap<>();
        feeds.inputs()
                .forEach((name, steps) -> moved.put(
                        name,
                        steps.stream()
                                .map(tensor -> UlpPerturbation.of(tensor, seed))
                                .toList()));
        return new Feeds(moved, feeds.carry());
    }
}
