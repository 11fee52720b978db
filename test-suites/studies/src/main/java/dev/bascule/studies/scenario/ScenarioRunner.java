package dev.bascule.studies.scenario;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.MemoryMeter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A browser or child process of its own that a scenario is played in. After the first trouble it does nothing more and
 * keeps that trouble. Belongs to one thread.
 */
final class ScenarioRunner implements AutoCloseable {
    private final Place place;
    private final IsolatedRunner runner;
    private final JobIds ids;
    private final Duration timeout;
    private Optional<ScenarioFailure> trouble = Optional.empty();

    ScenarioRunner(Place place, JobIds ids, Duration timeout) {
        this(place, place.source().isolated(place.backend()), ids, timeout);
    }

    /** @param runner of that place, not started yet */
    ScenarioRunner(Place place, IsolatedRunner runner, JobIds ids, Duration timeout) {
        this.place = place;
        this.runner = runner;
        this.ids = ids;
        this.timeout = timeout;
    }

    /** Starts a new process with a fresh profile in place of what was there; whether it did. */
    boolean fresh() {
        close();
        return isSound() && came(runner.start());
    }

    /** Opens a new page in the same process and profile; natively a new process. Whether it did. */
    boolean recycle() {
        return isSound() && runner.isRunning() && came(runner.recycle());
    }

    private boolean came(Optional<Failure> absent) {
        absent.map(ScenarioFailure::notStarted).ifPresent(this::stumble);
        return absent.isEmpty();
    }

    /** Opens a model on a backend of the page or process that is up; empty once there was trouble. */
    Optional<ScenarioSession> open(PreparedCase testCase, Backend backend) {
        return open(testCase, backend, false);
    }

    /** The same, with where each node was placed read at its end. */
    Optional<ScenarioSession> open(PreparedCase testCase, Backend backend, boolean evidence) {
        if (!isSound()) {
            return Optional.empty();
        }
        SessionSettings settings = testCase.settings().withEvidence(evidence);
        Job job = new Job(
                ids.next(),
                backend,
                testCase.artifact(),
                testCase.feeds(),
                testCase.outputs(),
                new Place(place.source(), backend).settings(settings));
        Reply<CheckedSession> reply = runner.open(job, timeout);
        if (reply instanceof Reply.Failed<CheckedSession> failed) {
            stumble(ScenarioFailure.of(failed.fault()));
        }
        return reply.result().map(session -> new ScenarioSession(this, session, testCase, timeout));
    }

    /** Runs an input pipeline; a refusal is for the caller to judge, anything worse is trouble as well. */
    Reply<PipelineOutput> prepare(PipelineSpec pipeline, Map<String, ModelArtifact> assets) {
        return prepare(new PipelineRequest("", pipeline, assets, Optional.empty()));
    }

    /** The same of a request, whose job it names anew. */
    Reply<PipelineOutput> prepare(PipelineRequest wanted) {
        PipelineRequest request = wanted.as(ids.next());
        Reply<PipelineOutput> reply = runner.ask(live -> live.prepare(request, timeout));
        if (reply instanceof Reply.Failed<PipelineOutput> failed && !(failed.fault() instanceof Fault.Refused)) {
            stumble(ScenarioFailure.of(failed.fault()));
        }
        return reply;
    }

    /** Reads the memory of the processes that are up, where they are within reach. */
    Optional<MemoryMeter> memory() {
        return runner.memory();
    }

    /** The page's memory as its browser measures it; empty once there was trouble. */
    Optional<PageMemory> pageMemory() {
        if (!isSound() || !runner.isRunning()) {
            return Optional.empty();
        }
        Reply<PageMemory> reply = runner.ask(live -> live.memory(timeout));
        if (reply instanceof Reply.Failed<PageMemory> failed) {
            if (failed.fault() instanceof Fault.Refused refused) {
                return Optional.of(PageMemory.unknown(refused.message()));
            }
            stumble(ScenarioFailure.of(failed.fault()));
        }
        return reply.result();
    }

    /** Keeps the first trouble. An interrupt is trouble as well. */
    void stumble(ScenarioFailure more) {
        if (trouble.isEmpty()) {
            trouble = Optional.of(more);
        }
    }

    /** Judges where a session of it ran. */
    SessionPlacement placed(CheckedSession session, Optional<RawEvidence> evidence) {
        return SessionPlacement.of(place, session.capabilities(), evidence);
    }

    /** Where it was started for. */
    Backend backend() {
        return place.backend();
    }

    boolean isSound() {
        if (Thread.currentThread().isInterrupted()) {
            stumble(ScenarioFailure.interrupted());
        }
        return trouble.isEmpty();
    }

    Optional<ScenarioFailure> trouble() {
        return trouble;
    }

    /** Ends what is up. */
    @Override
    public void close() {
        runner.close();
    }
}
