package dev.bascule.studies.session;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sessions at one place, each in a runner that is fit for it. Belongs to its runner's thread. */
public final class PlaceSessions {
    private final Place place;
    private final IsolatedRunner runner;
    private final JobIds ids;
    private final Duration timeout;

    public PlaceSessions(Place place, IsolatedRunner runner, JobIds ids, Duration timeout) {
        this.place = place;
        this.runner = runner;
        this.ids = ids;
        this.timeout = timeout;
    }

    /** A session, or why there is none. */
    public record Asked(Optional<CheckedSession> session, Optional<Fault> fault) {}

    /** In a page or process that ran nothing before: an engine that is warm already flatters the first token. */
    public Asked openFresh(ModelArtifact model, Feeds fed, List<String> outputs, SessionSettings how) {
        return open(model, fed, outputs, how, runner.recycle().flatMap(failed -> runner.start()));
    }

    /** Nothing that a native process has from before matters where nothing cold is timed; a page keeps memory. */
    public Asked open(ModelArtifact model, Feeds fed, List<String> outputs, SessionSettings how) {
        return place.source().side() == Side.NATIVE
                ? open(model, fed, outputs, how, runner.start())
                : openFresh(model, fed, outputs, how);
    }

    /** In the runner as it is: for short sessions that are timed in turn. */
    public Asked openBeside(ModelArtifact model, Feeds fed, List<String> outputs, SessionSettings how) {
        return open(model, fed, outputs, how, runner.start());
    }

    private Asked open(
            ModelArtifact model, Feeds fed, List<String> outputs, SessionSettings how, Optional<Failure> absent) {
        if (absent.isPresent()) {
            return new Asked(
                    Optional.empty(),
                    Optional.of(new Fault.Lost("launch", absent.get().message())));
        }
        Job job = new Job(ids.next(), place.backend(), model, fed, outputs, how);
        Reply<CheckedSession> reply = runner.open(job, timeout);
        return new Asked(reply.result(), reply.failed());
    }

    /** Ends it in good order; empty where it ended before, or could not. */
    public static Optional<SessionEnd> end(CheckedSession session) {
        return session.fault().isPresent() ? Optional.empty() : session.finish().result();
    }
}
