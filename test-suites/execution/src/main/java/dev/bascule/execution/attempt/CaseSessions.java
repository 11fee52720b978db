package dev.bascule.execution.attempt;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.Challenges;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.Optional;
import java.util.function.Consumer;

/** Opens cases in the lanes of their places, challenged and checked, and closes them. Belongs to one thread. */
final class CaseSessions {
    private final References references;
    private final MeasurementPlan plan;
    private final JobIds ids;
    private final TimeBreakdown times;

    CaseSessions(References references, MeasurementPlan plan, JobIds ids, TimeBreakdown times) {
        this.references = references;
        this.plan = plan;
        this.ids = ids;
        this.times = times;
    }

    /** How much is measured there. */
    MeasurementPlan planFor(Place place) {
        boolean software = place.source().report(place.backend()).software().orElse(false);
        return software ? plan.onSoftwareAdapter() : plan;
    }

    /** @param about hears of the runner's memory right before the session is created */
    Reply<SessionUnderTest> open(
            PreparedCase testCase, Place place, OutputChecker checker, Consumer<Optional<MemoryMeter>> about) {
        // Before the session opens: the reference may run in the same process, which does one job at a time.
        Challenges challenges = references.challenges(testCase);
        IsolatedRunner lane = place.lane();
        Optional<Failure> absent = lane.start();
        if (absent.isPresent()) {
            return new Reply.Failed<>(new Fault.Lost("launch", absent.get().message()));
        }
        about.accept(lane.memory());
        Job job = job(testCase, place, testCase.feeds(), testCase.settings());
        Reply<CheckedSession> reply =
                times.time("creating sessions, first inferences", () -> lane.open(job, plan.timeout()));
        return reply.map(session -> new SessionUnderTest(
                session, checker, new Challenger(challenges, place.target().id()), planFor(place)));
    }

    /** Runs the case once on other inputs, in a session of their own; the first is closed. */
    Reply<SessionResult> run(PreparedCase testCase, Place place, Feeds feeds) {
        return place.lane().run(job(testCase, place, feeds, testCase.settings().withEvidence(false)), plan.timeout());
    }

    /** Runs a case once as it is, with the evidence that it asks for. */
    Reply<SessionResult> run(PreparedCase testCase, Place place) {
        return place.lane().run(job(testCase, place, testCase.feeds(), testCase.settings()), plan.timeout());
    }

    private Job job(PreparedCase testCase, Place place, Feeds feeds, SessionSettings settings) {
        return new Job(
                ids.next(), place.backend(), testCase.artifact(), feeds, testCase.outputs(), place.settings(settings));
    }

    /** Finishes a session; one that is at fault already has nothing more to say. */
    Reply<SessionEnd> close(SessionUnderTest session) {
        return session.fault().isPresent()
                ? session.session().finish()
                : times.time(
                        "disposing, reading evidence", () -> session.session().finish());
    }
}
