package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.ChallengeTally;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.reports.document.AttemptPart.ContradictionPart;
import dev.bascule.reports.document.AttemptPart.ErrorPart;
import dev.bascule.reports.document.AttemptPart.EvidencePart;
import dev.bascule.reports.document.AttemptPart.MemoryPart;
import dev.bascule.reports.document.AttemptPart.NumericsPart;
import dev.bascule.reports.document.AttemptPart.OutputPart;
import dev.bascule.reports.document.AttemptPart.PhasesPart;
import dev.bascule.reports.document.AttemptPart.TimingPart;
import dev.bascule.reports.format.ToleranceFigures;
import dev.bascule.reports.matrix.NumberedAttempt;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Makes the document's part of an attempt.
 *
 * @param names the document's names of targets
 */
record AttemptWriter(TargetNames names) {

    /** @param measuredIn the other cell that this attempt was measured in, if so */
    AttemptPart write(NumberedAttempt made, Optional<CaseRun> measuredIn) {
        Attempt attempt = made.attempt();
        return new AttemptPart(
                attempt.target().backend().id(),
                names.name(attempt.target()),
                attempt.outcome(),
                OptionalInt.of(made.retry()),
                attempt.span().startedAt(),
                millis(attempt.span().elapsed()),
                attempt.failure().map(AttemptWriter::error),
                evidence(attempt.evidence()),
                phases(attempt.measured().phases()),
                attempt.measured().timing().map(timing -> timing(timing, attempt)),
                attempt.numerics().map(numerics -> numerics(numerics, ChallengeTally.of(attempt.evidence()))),
                attempt.measured()
                        .memory()
                        .map(memory -> new MemoryPart(
                                memory.peakBytes(), memory.source(), memory.afterBytes(), memory.parts())),
                attempt.comparison().map(DocumentWriter::comparison),
                attempt.measured().usage().map(UsageParts::part),
                attempt.measured().endToEnd().map(EndToEndParts::part),
                measuredIn.map(
                        owner -> owner.chain().rungs().stream().map(Backend::id).toList()),
                Optional.of(attempt.outputs()).filter(some -> !some.isEmpty()).map(AttemptWriter::outputs),
                Reasons.of(attempt));
    }

    private static List<OutputPart> outputs(List<OutputShape> outputs) {
        return outputs.stream()
                .map(output -> new OutputPart(
                        output.name(), output.type(), output.shape().dims()))
                .toList();
    }

    static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    static List<Double> list(Samples samples) {
        return Arrays.stream(samples.millis()).boxed().toList();
    }

    static ErrorPart error(Failure failure) {
        return new ErrorPart(
                failure.code(),
                failure.code().severity(),
                failure.code().category().name().toLowerCase(Locale.ROOT),
                failure.message(),
                failure.remedies());
    }

    private static PhasesPart phases(Phases phases) {
        return new PhasesPart(
                phases.fetch().map(AttemptWriter::millis),
                phases.create().map(AttemptWriter::millis),
                phases.first().map(AttemptWriter::millis),
                phases.dispose().map(AttemptWriter::millis));
    }

    static EvidencePart evidence(Evidence evidence) {
        Map<String, String> reasons = new TreeMap<>();
        if (evidence.where().proven().isEmpty()) {
            reasons.put(
                    "proven",
                    evidence.proof() == ProofClass.REPORTED
                            ? "only an API's word, no engine record"
                            : evidence.contradictions().isEmpty()
                                    ? "the engine left no record"
                                    : "what the record says contradicts what is known");
        }
        if (evidence.where().granted().isEmpty()) {
            reasons.put("granted", "no API said what it gave");
        }
        if (evidence.partitions().isEmpty()) {
            reasons.put("partitions", "the engine told of none");
        }
        if (evidence.software().isEmpty()) {
            reasons.put("software", "no adapter, or nobody could tell");
        }
        if (evidence.deviceType().isEmpty()) {
            reasons.put("deviceType", "nothing shows which device was used");
        }
        return new EvidencePart(
                evidence.proof(),
                evidence.where().requested(),
                evidence.where().granted(),
                evidence.where().proven(),
                evidence.nodes(),
                evidence.partitions(),
                evidence.software(),
                evidence.deviceType().map(type -> type.name().toLowerCase(Locale.ROOT)),
                evidence.facts(),
                evidence.notes(),
                reasons,
                Optional.of(evidence.contradictions().stream()
                        .map(one -> new ContradictionPart(one.rule(), one.sentence()))
                        .toList()));
    }

    private static TimingPart timing(Timing timing, Attempt attempt) {
        Phases reached = attempt.measured().phases();
        PhasesPart phases = phases(reached);
        Optional<Summary> summary = Summary.of(timing.measured());
        return new TimingPart(
                phases.fetchMs(),
                phases.createMs(),
                phases.firstMs(),
                phases.disposeMs(),
                list(timing.warmUp()),
                list(timing.measured()),
                timing.stable(),
                timing.noise(),
                summary.map(Summary::median),
                summary.map(Summary::p90).orElse(OptionalDouble.empty()),
                summary.map(Summary::p99).orElse(OptionalDouble.empty()),
                summary.map(Summary::mean),
                summary.flatMap(Summary::ci95).map(interval -> List.of(interval.low(), interval.high())),
                timing.measured().size(),
                flags(summary, attempt),
                Reasons.ofTiming(timing, reached));
    }

    private static List<String> flags(Optional<Summary> summary, Attempt attempt) {
        return Stream.concat(
                        summary.stream()
                                .flatMap(known -> known.flags().stream())
                                .map(Enum::name),
                        attempt.throttled() ? Stream.of("THROTTLED") : Stream.empty())
                .sorted()
                .toList();
    }

    private static AttemptPart.NoisePart noise(Difference.Noise noise, Map<String, String> reasons) {
        return new AttemptPart.NoisePart(
                finite("noise.most", Optional.of(noise.most()), reasons),
                finite("noise.rms", Optional.of(noise.rms()), reasons),
                noise.undetermined(),
                Optional.of(noise.beyond()));
    }

    private static NumericsPart numerics(Numerics numerics, Optional<ChallengeTally> challenges) {
        Difference difference = numerics.difference();
        ToleranceFigures tolerance = ToleranceFigures.of(numerics.tolerance());
        Map<String, String> reasons = new TreeMap<>();
        Optional<Double> ulp = difference.maxUlp().isPresent()
                ? Optional.of(difference.maxUlp().getAsDouble())
                : Optional.empty();
        if (ulp.isEmpty()) {
            reasons.put("maxUlp", "counted for 16-, 32- and 64-bit floats only");
        }
        if (difference.cosine().isEmpty()) {
            reasons.put("cosine", "a tensor is all zero, or not of numbers");
        }
        if (difference.worst().isEmpty()) {
            reasons.put("worst", "every value equals the reference");
        }
        return new NumericsPart(
                numerics.reference().name(),
                finite("maxAbs", Optional.of(difference.maxAbs()), reasons),
                finite("maxRel", Optional.of(difference.maxRel()), reasons),
                finite("maxUlp", ulp, reasons),
                difference.cosine(),
                new AttemptPart.TolerancePart(
                        tolerance.relative(),
                        tolerance.basis(),
                        tolerance.measure(),
                        tolerance.absolute(),
                        tolerance.ulp(),
                        tolerance.sigma()),
                numerics.ok(),
                difference.elements(),
                difference.outside(),
                numerics.checkedIterations(),
                difference
                        .worst()
                        .map(worst -> new AttemptPart.WorstPart(
                                worst.output(), worst.index(), worst.got(), worst.expected())),
                Optional.of(difference.signedZeros()),
                difference.noise().map(noise -> noise(noise, reasons)),
                numerics.checked().map(AttemptWriter::checked),
                challenges,
                reasons);
    }

    private static AttemptPart.CheckedPart checked(CheckCoverage checked) {
        return new AttemptPart.CheckedPart(
                checked.values(),
                checked.outputs(),
                checked.inputs(),
                checked.steps(),
                checked.dataSets(),
                checked.notJudged().stream()
                        .map(output -> new AttemptPart.NotJudgedPart(output.output(), output.why()))
                        .toList());
    }

    /** JSON has no infinity: it becomes null, with the reason. */
    private static Optional<Double> finite(String name, Optional<Double> value, Map<String, String> reasons) {
        if (value.filter(number -> !Double.isFinite(number)).isPresent()) {
            reasons.put(name, Reasons.INFINITE);
            return Optional.empty();
        }
        return value;
    }
}
