package dev.bascule.prediction;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.history.TimedAttempt;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Attempts of models on {@link #WASM} and {@link #WEBNN}. */
public final class Attempts {
    public static final Instant START = Instant.parse("2026-11-28T10:00:00Z");
    public static final TargetKey WASM =
            new TargetKey("machine", Fixtures.target(Backends.WASM).id(), 1);
    public static final TargetKey WEBNN =
            new TargetKey("machine", Fixtures.target(Backends.WEBNN).id(), 1);

    private Attempts() {}

    /** The target with more threads. */
    public static TargetKey threads(TargetKey target, int threads) {
        return new TargetKey(target.machine(), target.target(), threads);
    }

    /** Of seven samples, all of the same milliseconds, where it succeeded. */
    public static TimedAttempt of(
            String sha256, String inputs, TargetKey target, int minute, Outcome outcome, double millis) {
        double[] samples = new double[outcome == Outcome.SUCCEEDED ? 7 : 0];
        Arrays.fill(samples, millis);
        return of(sha256, inputs, target, minute, outcome, samples);
    }

    /** That succeeded with these samples. */
    public static TimedAttempt of(String sha256, String inputs, TargetKey target, int minute, double... samples) {
        return of(sha256, inputs, target, minute, Outcome.SUCCEEDED, samples);
    }

    private static TimedAttempt of(
            String sha256, String inputs, TargetKey target, int minute, Outcome outcome, double[] samples) {
        Backend backend = target.target().equals(WASM.target()) ? Backends.WASM : Backends.WEBNN;
        return new TimedAttempt(
                new TimedAttempt.Origin("run" + minute, START.plusSeconds(60L * minute), target.machine(), false),
                TimedAttempt.Subject.of("model", sha256, Family.VISION, "task", inputs, Map.of()),
                Fixtures.target(backend),
                OptionalInt.of(target.threads()),
                0,
                outcome,
                outcome == Outcome.SUCCEEDED ? Optional.of(true) : Optional.empty(),
                new TimedAttempt.Place(ProofClass.PROVEN, Optional.of(backend.id()), OptionalDouble.of(1)),
                new TimedAttempt.Costs(
                        Samples.ofMillis(samples), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** The same, asked for by these settings. */
    public static TimedAttempt by(Map<String, String> settings, TimedAttempt attempt) {
        TimedAttempt.Subject subject = attempt.subject();
        return new TimedAttempt(
                attempt.origin(),
                TimedAttempt.Subject.of(
                        subject.model(),
                        subject.sha256(),
                        subject.family(),
                        subject.task(),
                        subject.inputs(),
                        settings),
                attempt.target(),
                attempt.threads(),
                attempt.retry(),
                attempt.outcome(),
                attempt.right(),
                attempt.place(),
                attempt.costs());
    }
}
