package dev.bascule.reports.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.bascule.fallback.attempt.ChallengeTally;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Severity;
import dev.bascule.fallback.evidence.ProofClass;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One attempt in the document.
 *
 * @param retry 0 in the first pass, as in documents of earlier builds, which lack it; 1, 2… for retries on the same backend in a clean browser or process
 * @param usage documents of earlier builds have none
 * @param endToEnd the user's clock; documents of earlier builds have none
 * @param measuredIn the chain of the other cell of this run and case whose attempt this is; not there where it was measured
 *     for this cell
 * @param outputs what the first inferences gave; documents of earlier builds have none
 */
public record AttemptPart(
        String backend,
        String target,
        Outcome outcome,
        OptionalInt retry,
        Instant startedAt,
        double durationMs,
        Optional<ErrorPart> error,
        EvidencePart evidence,
        PhasesPart phases,
        Optional<TimingPart> timing,
        Optional<NumericsPart> numerics,
        Optional<MemoryPart> memory,
        Optional<RunDocument.ComparisonPart> comparison,
        Optional<UsagePart> usage,
        Optional<EndToEndPart> endToEnd,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<String>> measuredIn,
        Optional<List<OutputPart>> outputs,
        Map<String, String> reasons) {

    /**
     * @param type element type, or {@code sequence}
     * @param shape dimensions; of a sequence its length
     */
    public record OutputPart(String name, String type, List<Long> shape) {}

    public record ErrorPart(
            ErrorCode code, Severity severity, String category, String message, List<String> remedies) {}

    /**
     * @param proof in the document {@code class}
     * @param nodes graph nodes by backend
     */
    public record EvidencePart(
            @JsonProperty("class") ProofClass proof,
            String requested,
            Optional<String> granted,
            Optional<String> proven,
            Map<String, Integer> nodes,
            OptionalInt partitions,
            Optional<Boolean> software,
            Optional<String> deviceType,
            Map<String, String> facts,
            List<String> notes,
            Map<String, String> reasons,
            Optional<List<ContradictionPart>> contradictions) {}

    public record ContradictionPart(String rule, String sentence) {}

    public record PhasesPart(
            Optional<Double> fetchMs,
            Optional<Double> createMs,
            Optional<Double> firstMs,
            Optional<Double> disposeMs) {}

    /** Phases, every warm sample in order, and the statistics that the sample is large enough for. */
    public record TimingPart(
            Optional<Double> fetchMs,
            Optional<Double> createMs,
            Optional<Double> firstMs,
            Optional<Double> disposeMs,
            List<Double> warmUpMs,
            List<Double> warmMs,
            boolean stable,
            Optional<String> noise,
            Optional<Double> median,
            OptionalDouble p90,
            OptionalDouble p99,
            Optional<Double> mean,
            Optional<List<Double>> ci95,
            int n,
            List<String> flags,
            Map<String, String> reasons) {}

    /**
     * @param afterBytes the same counter once the session was disposed of
     * @param parts other counters, by name; documents of earlier builds have none
     */
    public record MemoryPart(
            long peakBytes,
            String source,
            Optional<Long> afterBytes,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Long> parts) {}

    /**
     * @param maxAbs null where it is infinite; the reasons say so
     * @param challenges as the evidence's facts have it; documents of earlier builds have none
     */
    public record NumericsPart(
            String reference,
            Optional<Double> maxAbs,
            Optional<Double> maxRel,
            Optional<Double> maxUlp,
            OptionalDouble cosine,
            TolerancePart tolerance,
            boolean ok,
            long elements,
            long outside,
            long checkedIterations,
            Optional<WorstPart> worst,
            Optional<Long> signedZeros,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<NoisePart> noise,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CheckedPart> checked,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ChallengeTally> challenges,
            Map<String, String> reasons) {}

    /**
     * @param most null where it is infinite; the reasons say so
     * @param beyond documents of earlier builds have none
     */
    public record NoisePart(
            Optional<Double> most,
            Optional<Double> rms,
            long undetermined,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Long> beyond) {}

    /** What the verdict on the outputs rests on; documents of earlier builds do not say. */
    public record CheckedPart(
            long values, int outputs, int inputs, int steps, int dataSets, List<NotJudgedPart> notJudged) {}

    /** @param why the word of {@code UnjudgedOutput.Why} */
    public record NotJudgedPart(String output, UnjudgedOutput.Why why) {}

    /**
     * @param measure "typical", "scaled", "close", "ulp" or "noise"; documents of earlier builds have none, and mean "scaled"
     */
    public record TolerancePart(
            double relative,
            String basis,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> measure,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble absolute,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble ulp,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble sigma) {}

    public record WorstPart(String output, long index, String got, String expected) {}
}
