package dev.bascule.studies.reduce;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.RunnerSource;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Outputs;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Trials in a browser's page or a native child. Belongs to one thread. */
public final class RunnerTrial implements Trial, AutoCloseable {

    /** When a trial gets a page, or a native process, that nothing ran in before. */
    public enum Freshness {
        /** Each time: what a trial leaves behind cannot touch the next. */
        ALWAYS,
        /** After a trial that took its page or process with it. */
        AFTER_A_FALL
    }

    private final RunnerSource source;
    private final Backend backend;
    private final SessionSettings settings;
    private final Duration limit;
    private final JobIds ids;
    private final Path folder;
    private final Freshness freshness;
    private Optional<LaunchedRunner> current = Optional.empty();

    /**
     * @param limit for one trial
     * @param folder for the models of trials; each is deleted after its trial
     */
    public RunnerTrial(
            RunnerSource source,
            Backend backend,
            SessionSettings settings,
            Duration limit,
            JobIds ids,
            Path folder,
            Freshness freshness) {
        this.source = source;
        this.backend = backend;
        this.settings = settings;
        this.limit = limit;
        this.ids = ids;
        this.folder = folder;
        this.freshness = freshness;
    }

    @Override
    public TrialOutcome run(Specimen specimen) {
        return attempt(specimen, settings.withEvidence(false)).outcome();
    }

    @Override
    public Optional<RawEvidence> evidence(Specimen specimen) {
        return attempt(specimen, settings.withEvidence(true)).evidence();
    }

    private record Attempted(TrialOutcome outcome, Optional<RawEvidence> evidence) {}

    private Attempted attempt(Specimen specimen, SessionSettings how) {
        ModelArtifact artifact = written(specimen);
        try {
            LaunchedRunner launched = next();
            Job job = new Job(ids.next(), backend, artifact, Feeds.of(specimen.inputs()), specimen.outputs(), how);
            Reply<RunnerSession> opened = launched.runner().open(job, limit);
            if (opened instanceof Reply.Failed<RunnerSession> failed) {
                return fell(launched, failed.fault());
            }
            RunnerSession session = opened.result().orElseThrow();
            Map<String, Tensor> outputs = byName(session.firstOutputs());
            Reply<Closing> closed = session.finish(limit);
            if (closed instanceof Reply.Failed<Closing> failed) {
                return fell(launched, failed.fault());
            }
            Closing closing = closed.result().orElseThrow();
            if (closing.poisoned().isPresent()) {
                drop(launched);
            }
            return new Attempted(new TrialOutcome.Ran(outputs), closing.evidence());
        } finally {
            delete(artifact.file());
        }
    }

    private Attempted fell(LaunchedRunner launched, Fault fault) {
        if (!FaultClassifier.classify(fault).runnerIsSound()) {
            drop(launched);
        }
        Optional<RawEvidence> evidence = fault instanceof Fault.Refused refused ? refused.evidence() : Optional.empty();
        return new Attempted(new TrialOutcome.Fell(fault), evidence);
    }

    private LaunchedRunner next() {
        Launch launch = current.isEmpty()
                ? source.fresh(backend)
                : freshness == Freshness.ALWAYS ? source.recycle(current.get()) : new Launch.Started(current.get());
        if (launch instanceof Launch.NotStarted) {
            current = Optional.empty();
            launch = source.fresh(backend);
        }
        if (launch instanceof Launch.NotStarted none) {
            Failure failure = none.failure();
            throw new BasculeException(
                    failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
        }
        LaunchedRunner launched = ((Launch.Started) launch).launched();
        current = Optional.of(launched);
        return launched;
    }

    private void drop(LaunchedRunner launched) {
        current = Optional.empty();
        launched.kill();
        source.release(launched);
    }

    private ModelArtifact written(Specimen specimen) {
        byte[] bytes = specimen.model().toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve(sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        return new ModelArtifact(sha256, bytes.length, file);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The folder is a temporary one, and its owner deletes what is left.
        }
    }

    private static Map<String, Tensor> byName(Outputs outputs) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        outputs.all().forEach(output -> tensors.put(output.name(), output.tensor()));
        return tensors;
    }

    @Override
    public void close() {
        current.ifPresent(source::release);
        current = Optional.empty();
    }
}
