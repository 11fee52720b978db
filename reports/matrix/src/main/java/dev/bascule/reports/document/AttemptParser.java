package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Contradiction;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.reports.document.AttemptPart.EvidencePart;
import dev.bascule.reports.document.AttemptPart.NumericsPart;
import dev.bascule.reports.document.AttemptPart.PhasesPart;
import dev.bascule.reports.format.ToleranceFigures;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes an attempt of its part of a document again. Stateless. */
final class AttemptParser {
    private AttemptParser() {}

    static Attempt attempt(AttemptPart part, Target target) {
        return new Attempt(
                target,
                part.outcome(),
                part.error().map(AttemptParser::failure),
                evidence(part.evidence()),
                new Attempt.Measured(
                        phases(part.phases()),
                        part.timing()
                                .map(timing -> new Timing(
                                        DocumentReader.samples(timing.warmUpMs()),
                                        DocumentReader.samples(timing.warmMs()),
                                        timing.stable(),
                                        timing.noise())),
                        part.memory()
                                .map(memory -> new Memory(
                                        memory.peakBytes(), memory.source(), memory.afterBytes(), memory.parts())),
                        part.usage().map(UsageParts::usage),
                        part.endToEnd().flatMap(EndToEndParts::times)),
                part.numerics().map(AttemptParser::numerics),
                part.comparison()
                        .map(comparison -> new Comparison(
                                comparison.baseline(),
                                comparison.own(),
                                DocumentReader.blocks(
                                        comparison.baselineMs(),
                                        comparison.baselineBlocks(),
                                        comparison.ownMs(),
                                        comparison.ownBlocks(),
                                        comparison.pairs()))),
                part.outputs().orElse(List.of()).stream()
                        .map(output -> new OutputShape(output.name(), output.type(), new Shape(output.shape())))
                        .toList(),
                new Span(part.startedAt(), duration(part.durationMs())));
    }

    static Failure failure(AttemptPart.ErrorPart error) {
        return new Failure(error.code(), error.message(), error.remedies());
    }

    /** To the nanosecond, which a double holds for 100 days. */
    static Duration duration(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    private static Phases phases(PhasesPart part) {
        return new Phases(
                part.fetchMs().map(AttemptParser::duration),
                part.createMs().map(AttemptParser::duration),
                part.firstMs().map(AttemptParser::duration),
                part.disposeMs().map(AttemptParser::duration));
    }

    static Evidence evidence(EvidencePart part) {
        return new Evidence(
                part.proof(),
                new Evidence.Where(part.requested(), part.granted(), part.proven()),
                part.nodes(),
                part.partitions(),
                part.software(),
                part.deviceType().map(type -> DeviceType.valueOf(type.toUpperCase(Locale.ROOT))),
                part.facts(),
                part.notes(),
                part.contradictions().orElse(List.of()).stream()
                        .map(one -> new Contradiction(one.rule(), one.sentence()))
                        .toList());
    }

    private static Numerics numerics(NumericsPart part) {
        Optional<Double> ulp = figure("maxUlp", part.maxUlp(), part.reasons());
        return new Numerics(
                Numerics.Reference.valueOf(part.reference()),
                new Difference(
                        part.elements(),
                        part.outside(),
                        figure("maxAbs", part.maxAbs(), part.reasons()).orElse(Double.POSITIVE_INFINITY),
                        figure("maxRel", part.maxRel(), part.reasons()).orElse(Double.POSITIVE_INFINITY),
                        ulp.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                        part.cosine(),
                        part.worst()
                                .map(worst -> new Difference.Worst(
                                        worst.output(), worst.index(), worst.got(), worst.expected())),
                        part.signedZeros().orElse(0L),
                        part.noise().map(noise -> noise(noise, part))),
                new ToleranceFigures(
                                part.tolerance().measure(),
                                part.tolerance().relative(),
                                part.tolerance().absolute(),
                                part.tolerance().ulp(),
                                part.tolerance().sigma(),
                                part.tolerance().basis())
                        .tolerance(),
                part.checkedIterations(),
                part.checked().map(AttemptParser::checked));
    }

    private static Difference.Noise noise(AttemptPart.NoisePart noise, NumericsPart part) {
        return new Difference.Noise(
                figure("noise.most", noise.most(), part.reasons()).orElse(Double.POSITIVE_INFINITY),
                figure("noise.rms", noise.rms(), part.reasons()).orElse(Double.POSITIVE_INFINITY),
                noise.undetermined(),
                // Earlier builds had noise of outputs that were judged by it alone.
                noise.beyond().orElse(part.outside()));
    }

    private static CheckCoverage checked(AttemptPart.CheckedPart part) {
        return new CheckCoverage(
                part.values(),
                part.outputs(),
                part.inputs(),
                part.steps(),
                part.dataSets(),
                part.notJudged().stream()
                        .map(output -> new UnjudgedOutput(output.output(), output.why()))
                        .toList());
    }

    private static Optional<Double> figure(String name, Optional<Double> value, Map<String, String> reasons) {
        return value.isEmpty() && Reasons.INFINITE.equals(reasons.get(name))
                ? Optional.of(Double.POSITIVE_INFINITY)
                : value;
    }
}
