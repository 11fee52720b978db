package dev.bascule.reports.document;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_ABSENT;
import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Severity;
import dev.bascule.fallback.run.Tool;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code --json} document, also {@code run.json}, field for field as {@code run-v1.schema.json} describes it. Unknown
 * is null, and the {@code reasons} beside it say why. Times are milliseconds unless the name says otherwise.
 *
 * @param scenarios what was observed beyond attempts; documents of earlier builds have none
 * @param errors what failed anywhere in the run, counted; documents of earlier builds have none
 * @param notRun cells that the run did not come to; documents of earlier builds have none
 * @param models how the run came by its models; documents of earlier builds have none
 */
public record RunDocument(
        int schemaVersion,
        Run run,
        MachinePart machine,
        List<TargetPart> targets,
        List<CellPart> cells,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<ScenarioPart> scenarios,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<CollectedErrorPart> errors,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<UnrunPart> notRun,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<SupplyPart> models,
        SummaryPart summary) {
    /** The version of this document's shape. */
    public static final int SCHEMA_VERSION = 1;

    public record Run(
            String id,
            Instant startedAt,
            Instant finishedAt,
            String suite,
            String suiteHash,
            long seed,
            String command,
            boolean interrupted,

            @JsonInclude(NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
            Optional<SelectionPart> selection,

            @JsonInclude(NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
            Optional<Tool> tool,

            @JsonInclude(NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
            List<String> origins) {}

    /** Which of the suite's cases the run was to run; left out where that was not said, as are a sample, a shard and a list of no unread cases. */
    public record SelectionPart(
            int cases,
            String wholeHash,
            List<String> filters,
            @JsonInclude(NON_ABSENT) Optional<Integer> sample,
            @JsonInclude(NON_ABSENT) Optional<ShardPart> shard,
            boolean shuffled,

            @JsonInclude(NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
            List<UnreadPart> unread) {}

    /** A case that was selected, could not be read, and has no cell. */
    public record UnreadPart(String caseId, ErrorCode code, String message) {}

    /**
     * @param parts counted from 1
     */
    public record ShardPart(List<Integer> parts, int of) {}

    public record MachinePart(
            String fingerprint,
            String os,
            CpuPart cpu,
            Optional<Long> memoryBytes,
            List<GpuPart> gpus,
            Optional<StatePart> state,
            Map<String, String> reasons) {}

    /**
     * @param hash over the machine and what works on it; changes with every driver, browser and engine
     * @param machine what the fingerprint is made of, by name
     * @param software what works on the machine, by name, with versions
     */
    public record StatePart(String hash, Map<String, String> machine, Map<String, String> software) {}

    public record CpuPart(String name, int cores, List<String> features) {}

    public record GpuPart(String name, String vendor, boolean software) {}

    /**
     * @param id what cells and attempts name it by; unique in the document
     */
    public record TargetPart(
            String id,
            String side,
            Optional<BrowserPart> browser,
            EnginePart engine,
            String backend,
            String deviceType,
            Optional<Boolean> software,
            Map<String, String> adapter,
            Map<String, String> reasons) {}

    public record BrowserPart(String name, String version, String launcher, List<String> flags) {}

    public record EnginePart(String name, String version, Optional<String> build) {}

    /**
     * One case taken down one chain. Evidence, timing, memory, numerics, comparison and the user's clock are the decisive
     * attempt's; every attempt carries its own. Retries stand after the attempts of the first pass and say so.
     *
     * @param fallBackOn the failures that were to move on to the chain's next backend; documents of earlier builds have none
     * @param inputs what it was fed; documents of earlier builds have none
     * @param plan how it was to be timed; documents of earlier builds, and cells that were not to be, have none
     * @param stopped where that ended the chain with backends left
     */
    public record CellPart(
            String caseId,
            ModelPart model,
            List<String> chain,
            String target,
            Verdict verdict,
            String requested,
            Optional<String> actual,
            AttemptPart.EvidencePart evidence,
            List<AttemptPart> attempts,
            Optional<AttemptPart.TimingPart> timing,
            Optional<AttemptPart.MemoryPart> memory,
            Optional<AttemptPart.NumericsPart> numerics,
            Optional<ComparisonPart> comparison,
            Optional<EndToEndPart> endToEnd,
            Optional<CostPart> fallbackCost,
            @JsonInclude(NON_ABSENT) Optional<List<String>> fallBackOn,
            @JsonInclude(NON_ABSENT) Optional<StoppedPart> stopped,

            @JsonInclude(NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
            Optional<ElsewherePart> fallbackCostElsewhere,

            Optional<Integer> score,
            List<ScoreTerm> scoreTerms,
            String reproduce,
            @JsonInclude(NON_ABSENT) Optional<ConditionParts.InputsPart> inputs,
            @JsonInclude(NON_ABSENT) Optional<ConditionParts.PlanPart> plan,
            Map<String, String> reasons) {}

    /**
     * @param at the backend whose failure was not to move on
     * @param on that failure, in the words of {@code fallBackOn}
     * @param untried the backends behind it
     */
    public record StoppedPart(String at, String on, List<String> untried) {}

    /**
     * @param signatures operators with opset and dtype; documents of earlier builds have none
     */
    public record ModelPart(
            String name,
            String sha256,
            String family,
            String task,
            long bytes,
            Map<String, Long> opsets,
            Map<String, Integer> operators,
            long parameters,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<SignaturePart> signatures) {}

    /**
     * An operator of a model.
     *
     * @param opset the version of its domain that the model imports
     * @param dtype element type of what it works on; null where the model does not tell
     * @param influencing how many of the nodes the outputs follow; documents of earlier builds do not say
     */
    public record SignaturePart(
            String domain,
            String operator,
            long opset,
            Optional<String> dtype,
            int nodes,
            Optional<Integer> influencing) {}

    /**
     * A browser against native, or any target against another, interleaved. A ratio above 1 is slower.
     *
     * @param baselineBlocks how many samples each block has, in order; documents of earlier builds do not tell
     * @param ownBlocks likewise
     */
    public record ComparisonPart(
            String baseline,
            String own,
            double ratio,
            Optional<List<Double>> ci95,
            int pairs,
            List<Double> baselineMs,
            List<Double> ownMs,
            @JsonInclude(NON_ABSENT) Optional<List<Integer>> baselineBlocks,
            @JsonInclude(NON_ABSENT) Optional<List<Integer>> ownBlocks,
            Map<String, String> reasons) {}

    /**
     * What a fallback cost: {@code to} against {@code from}, interleaved.
     *
     * @param fromBlocks how many samples each block has, in order; documents of earlier builds do not tell
     * @param toBlocks likewise
     */
    public record CostPart(
            String from,
            String to,
            double ratio,
            Optional<List<Double>> ci95,
            int pairs,
            List<Double> fromMs,
            List<Double> toMs,
            @JsonInclude(NON_ABSENT) Optional<List<Integer>> fromBlocks,
            @JsonInclude(NON_ABSENT) Optional<List<Integer>> toBlocks,
            Map<String, String> reasons) {}

    /**
     * What a fallback costs on other machines of the history; never a cost of this run, and not read back.
     *
     * @param ci95 of several machines from the lowest to the highest end of their intervals
     */
    public record ElsewherePart(
            String label, String from, String to, double ratio, List<Double> ci95, List<ElsewhereMachine> machines) {}

    /**
     * @param reached where {@code to} was measured: {@code there} or {@code here}
     */
    public record ElsewhereMachine(
            String fingerprint,
            String os,
            String cpu,
            List<String> gpus,
            String reached,
            double ratio,
            List<Double> ci95,
            String fromEngine,
            String toEngine,
            String how) {}

    public record ScoreTerm(String name, double points, int most, String why) {}

    /** Something observed on a case and a target beyond an attempt. */
    public record ScenarioPart(
            String scenario,
            String caseId,
            String model,
            String target,
            Verdict verdict,
            Optional<AttemptPart.ErrorPart> failure,
            List<FigurePart> figures,
            List<String> notes,

            @JsonInclude(NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
            List<SoundPart> sounds,

            Instant startedAt,
            double elapsedMs,
            String reproduce) {}

    /**
     * @param wav a WAV file in Base64
     */
    public record SoundPart(String name, String wav) {}

    /**
     * @param samples as they were read, in order
     * @param interval 95 % interval of the value: low, high
     */
    public record FigurePart(
            String name,
            String unit,
            List<Double> samples,
            Optional<Double> value,
            Optional<List<Double>> interval,
            Map<String, String> reasons) {}

    /** A failure as often as it happened at one place. */
    public record CollectedErrorPart(
            ErrorCode code,
            Severity severity,
            String category,
            String message,
            List<String> remedies,
            String component,
            Optional<String> backend,
            Optional<String> browser,
            int count,
            Instant firstAt,
            Instant lastAt) {}

    /**
     * A cell of which nothing is known, for it was not run.
     *
     * @param reason null where the run was stopped before it came to it
     */
    public record UnrunPart(
            String caseId, String side, List<String> chain, List<String> browsers, Optional<String> reason) {}

    /**
     * How a model came here, before any runner fetched it.
     *
     * @param downloadMs from asking for it to having it whole and checked; null where the network brought nothing
     */
    public record SupplyPart(
            String reference, String sha256, Optional<Double> downloadMs, Map<String, String> reasons) {}

    /**
     * @param verdicts of cells
     * @param scenarios verdicts of scenarios, those that occurred
     * @param elapsedByPhaseMs where the time went, by phase of the product
     */
    public record SummaryPart(
            Map<Verdict, Integer> verdicts,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<Verdict, Integer> scenarios,
            double elapsedMs,
            @JsonProperty("elapsed") Map<String, Double> elapsedByPhaseMs) {}
}
