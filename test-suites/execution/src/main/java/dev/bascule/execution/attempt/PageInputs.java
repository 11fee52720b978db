package dev.bascule.execution.attempt;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.FedInputs;
import dev.bascule.execution.cases.PipelineLimit;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.PreparedCase.FedBy;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.OutputDistances;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Has a page make the inputs that it runs on, and judges them: against what the host made of the same file, by the limit of
 * {@code browser-runtime/PIPELINES.md}, and what comes of them against what comes of the host's. Belongs to one thread.
 */
final class PageInputs {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** What rounding leaves of an output where nothing moved it. */
    private static final double ROUNDING = 1e-6;
    /** A page may move an answer by this many times what moving every input by its limit did: that was tried in four ways only. */
    private static final double SLACK = 2;

    private final References references;
    private final JobIds ids;
    private final TimeBreakdown times;

    PageInputs(References references, JobIds ids, TimeBreakdown times) {
        this.references = references;
        this.ids = ids;
        this.times = times;
    }

    /** What a place runs on. */
    sealed interface Fed {
        record With(PreparedCase testCase) implements Fed {}

        /** The page cannot be fed by itself, and is by nobody else. */
        record Not(Outcome outcome, Failure failure) implements Fed {}
    }

    /** The case as it is, unless it goes to a page that feeds itself. */
    Fed of(PreparedCase testCase, Place place) {
        Optional<CasePipeline> pipeline = testCase.feeding().pipeline();
        return pipeline.isPresent()
                        && pipeline.get().fedByPage()
                        && place.backend().side() == Side.BROWSER
                ? times.time("input pipelines", () -> made(testCase, pipeline.get(), place))
                : new Fed.With(testCase);
    }

    private Fed made(PreparedCase testCase, CasePipeline pipeline, Place place) {
        Reply<PipelineOutput> reply = ask(pipeline, place);
        if (reply instanceof Reply.Failed<PipelineOutput> lost && !(lost.fault() instanceof Fault.Refused)) {
            // To anything perhaps.
            reply = ask(pipeline, place);
        }
        if (reply instanceof Reply.Failed<PipelineOutput> failed) {
            FaultOutcome came = FaultOutcome.of(failed.fault());
            return failed.fault() instanceof Fault.Refused refused
                            && !refused.phase().equals("fetch")
                    ? new Fed.Not(Outcome.FAILED, wrong("failed: " + refused.message()))
                    : new Fed.Not(came.outcome(), came.failure());
        }
        return judged(testCase, pipeline, reply.result().orElseThrow());
    }

    private Reply<PipelineOutput> ask(CasePipeline pipeline, Place place) {
        return place.lane().ask(page -> page.prepare(pipeline.request().as(ids.next()), LIMIT));
    }

    private Fed judged(PreparedCase testCase, CasePipeline pipeline, PipelineOutput page) {
        Feeds feeds;
        try {
            feeds = pipeline.fed(testCase.feeds(), page.tensors());
        } catch (IllegalArgumentException e) {
            return new Fed.Not(Outcome.WRONG, wrong("makes other inputs: " + e.getMessage()));
        }
        double off = farthest(OutputDistances.between(pipeline.made(), page.tensors()));
        if (Double.isInfinite(off)) {
            return new Fed.Not(Outcome.WRONG, wrong("makes other inputs: " + unlike(pipeline.made(), page.tensors())));
        }
        Map<String, String> told = new TreeMap<>();
        told.put("inputs.by", "page");
        told.put("pipeline.pageMs", "%.2f".formatted(page.elapsed().toNanos() / 1e6));
        told.put("pipeline.maxAbsFromHost", Double.toString(off));
        told.put("pipeline.limit", pipeline.limit().why());
        if (feeds.equals(testCase.feeds())) {
            return new Fed.With(testCase.fedByPage(testCase.feeds(), FedBy.HOST, told));
        }
        Optional<String> bits =
                Optional.of(FedInputs.of(feeds, List.of(), Optional.empty()).sha256());
        PipelineLimit limit = pipeline.limit();
        Optional<Failure> wrong = off <= limit.maxAbs()
                ? Optional.empty()
                : Optional.of(wrong(
                        String.format(Locale.ROOT, "makes other inputs: off by %.3g, where %s", off, limit.why())));
        bits.ifPresent(hash -> told.put("inputs.sha256", hash));
        PreparedCase fed = testCase.fedByPage(feeds, new FedBy(bits, wrong), told);
        return new Fed.With(wrong.isPresent() ? fed : answered(testCase, pipeline, fed, told));
    }

    /** What comes of the page's inputs, beside what comes of the host's, by the reference of each. */
    private PreparedCase answered(
            PreparedCase testCase, CasePipeline pipeline, PreparedCase fed, Map<String, String> told) {
        if (!(references.of(testCase) instanceof References.Found.Known host)
                || !(references.of(fed) instanceof References.Found.Known page)) {
            return fed;
        }
        Map<String, Double> off =
                OutputDistances.of(host.reference().steps(), page.reference().steps());
        told.put("pipeline.answerFromHost", Double.toString(farthest(off)));
        Optional<Map<String, Double>> reach =
                references.reach(testCase, pipeline, pipeline.limit().maxAbs());
        if (reach.isEmpty()) {
            told.put("pipeline.answerLimit", "none: native CPU did not run it on inputs that are moved");
            return fed.fedByPage(fed.feeds(), fed.feeding().by(), told);
        }
        told.put(
                "pipeline.answerLimit",
                String.format(
                        Locale.ROOT,
                        "%.3g: %.0f times what moving every input by its limit makes",
                        SLACK * farthest(reach.get()),
                        SLACK));
        Optional<Failure> wrong = off.entrySet().stream()
                .filter(output -> output.getValue() > SLACK * reach.get().getOrDefault(output.getKey(), 0.0) + ROUNDING)
                .map(output -> wrong(String.format(
                        Locale.ROOT,
                        "moves the output '%s' by %.3g, where inputs within their limit move it by %.3g",
                        output.getKey(),
                        output.getValue(),
                        reach.get().getOrDefault(output.getKey(), 0.0))))
                .findFirst();
        return fed.fedByPage(fed.feeds(), new FedBy(fed.feeding().by().bits(), wrong), told);
    }

    private static String unlike(Map<String, Tensor> host, Map<String, Tensor> page) {
        boolean alike = host.entrySet().stream().allMatch(known -> {
            Tensor other = page.get(known.getKey());
            return other != null
                    && other.dtype() == known.getValue().dtype()
                    && other.shape().equals(known.getValue().shape());
        });
        return alike ? "a value is no number" : "a tensor is missing, or of another shape or type";
    }

    private static double farthest(Map<String, Double> distances) {
        return distances.values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    private static Failure wrong(String what) {
        return Failure.of(ErrorCode.PIPELINE_WRONG, "the page's own input pipeline " + what);
    }
}
