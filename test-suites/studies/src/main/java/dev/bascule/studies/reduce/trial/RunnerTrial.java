package dev.bascule.studies.reduce.trial;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
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

    private final IsolatedRunner runner;
    private final Backend backend;
    private final SessionSettings settings;
    private final Duration limit;
    private final JobIds ids;
    private final Path folder;
    private final Freshness freshness;

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
        this.runner = source.isolated(backend);
        this.backend = backend;
        this.settings = settings;
        this.limit = limit;
        this.ids = ids;
        this.folder = folder;
        this.freshness = freshness;
    }

    @Override
    public TrialOutcome run(ReproModel repro) {
        return attempt(repro, settings.withEvidence(false)).outcome();
    }

    @Override
    public Optional<RawEvidence> evidence(ReproModel repro) {
        return attempt(repro, settings.withEvidence(true)).evidence();
    }

    private record Attempted(TrialOutcome outcome, Optional<RawEvidence> evidence) {}

    private Attempted attempt(ReproModel repro, SessionSettings how) {
        ModelArtifact artifact = written(repro);
        try {
            startAfresh();
            Job job = new Job(ids.next(), backend, artifact, Feeds.of(repro.inputs()), repro.outputs(), how);
            Reply<SessionResult> reply = runner.run(job, limit);
            if (reply instanceof Reply.Failed<SessionResult> failed) {
                return fell(failed.fault());
            }
            SessionResult result = reply.result().orElseThrow();
            return new Attempted(
                    new TrialOutcome.Ran(byName(result.outputs())),
                    result.closing().evidence());
        } finally {
            delete(artifact.file());
        }
    }

    private static Attempted fell(Fault fault) {
        Optional<RawEvidence> evidence = fault instanceof Fault.Refused refused ? refused.evidence() : Optional.empty();
        return new Attempted(new TrialOutcome.Fell(fault), evidence);
    }

    private void startAfresh() {
        Optional<Failure> absent = freshness == Freshness.ALWAYS ? runner.recycle() : runner.start();
        if (absent.isPresent()) {
            // Its page may have been beyond recycling.
            absent = runner.start();
        }
        absent.ifPresent(failure -> {
            throw new BasculeException(
                    failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
        });
    }

    private ModelArtifact written(ReproModel repro) {
        byte[] bytes = repro.model().toByteArray();
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
        outputs.steps().forEach(tensors::putAll);
        return tensors;
    }

    @Override
    public void close() {
        runner.close();
    }
}
