package dev.bascule.cli.decode;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.studies.decode.DecodeReport;
import dev.bascule.studies.decode.DepthTimes;
import dev.bascule.studies.decode.Encoding;
import dev.bascule.studies.decode.Judgement;
import dev.bascule.studies.decode.LogitsJudge;
import dev.bascule.studies.decode.OwnText;
import dev.bascule.studies.decode.Prefill;
import dev.bascule.studies.decode.TargetDecoding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What {@code decode --json} prints; {@code decode-v1.schema.json} describes it. What is not known is null. Stateless. */
final class DecodeDocument {
    private DecodeDocument() {}

    static Map<String, Object> of(DecodeReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("schemaVersion", 1);
        map.put("model", report.model());
        map.put("sha256", report.sha256());
        map.put("seededWeights", report.seeded());
        map.put("context", report.context());
        map.put("interrupted", report.interrupted());
        DecodeReport.Written written = report.written();
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("graph", written.graph());
        reference.put("prompts", written.prompts());
        reference.put("promptTokens", written.prompt());
        reference.put("generatedTokens", written.tokens());
        reference.put("margins", written.margins());
        reference.put("ended", written.ended());
        reference.put("prompt", written.promptText());
        reference.put("generated", written.text());
        reference.put("chat", written.chat());
        map.put("reference", reference);
        map.put("source", report.source());
        map.put("targets", report.targets().stream().map(DecodeDocument::target).toList());
        map.put("absent", report.absent());
        map.put("peers", report.peers().stream().map(PeerDocument::of).toList());
        return map;
    }

    private static Map<String, Object> target(TargetDecoding target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", target.target().id());
        map.put("backend", target.target().backend().id());
        map.put("browser", target.target().browser().map(browser -> browser.name() + " " + browser.version()));
        map.put("engine", target.target().engine().toString());
        map.put("software", target.target().software());
        map.put("graph", target.graph());
        map.put("kv", target.kv().word());
        map.put("verdict", target.verdict().name());
        map.put("failure", target.fault().map(fault -> fault.failure().message()));
        map.put("placement", target.placement().map(placement -> placement.words()));
        map.put(
                "proof",
                target.placement().map(placement -> placement.evidence().proof().name()));
        map.put("caches", target.cache().map(cache -> {
            Map<String, Object> seen = new LinkedHashMap<>();
            seen.put("locations", cache.locations());
            seen.put("tokens", cache.iterations());
            seen.put("readBackBytesPerToken", cache.readBackBytes());
            return seen;
        }));
        map.put("judgement", target.judgement().map(DecodeDocument::judgement));
        map.put("encoder", target.encoding().map(DecodeDocument::encoding));
        map.put("written", target.judgement().flatMap(Judgement::own).map(DecodeDocument::written));
        map.put(
                "prompts",
                target.prefills().stream().map(DecodeDocument::prefill).toList());
        map.put(
                "createMs",
                millis(target.phases().create().filter(time -> target.times().isPresent())));
        map.put("decode", target.times().map(DecodeDocument::times));
        map.put("memoryBytesPerToken", target.memory().map(DecodeDocument::trend));
        map.put("notes", target.notes());
        return map;
    }

    private static Map<String, Object> encoding(Encoding encoding) {
        boolean right = encoding.verdict().isRight();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("verdict", encoding.verdict().name());
        map.put("failure", encoding.fault().map(fault -> fault.failure().message()));
        map.put("reason", encoding.wrong());
        map.put("furthestDeviations", encoding.furthest().flatMap(DecodeDocument::finite));
        map.put("createMs", millis(encoding.phases().create().filter(time -> right)));
        map.put("firstMs", millis(encoding.phases().first().filter(time -> right)));
        map.put("warmMs", right ? encoding.warm().millis() : Samples.NONE.millis());
        map.put("placement", encoding.placement().map(placement -> placement.words()));
        return map;
    }

    private static Map<String, Object> written(OwnText own) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tokens", own.tokens());
        map.put("whole", own.whole());
        map.put("text", own.words());
        map.put("ending", own.ending().name().toLowerCase(Locale.ROOT));
        return map;
    }

    private static Map<String, Object> prefill(Prefill prefill) {
        boolean right = prefill.verdict().isRight();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tokens", prefill.tokens());
        map.put("verdict", prefill.verdict().name());
        map.put("failure", prefill.fault().map(fault -> fault.failure().message()));
        map.put("timeToFirstTokenMs", millis(prefill.timeToFirstToken()));
        map.put("createMs", millis(prefill.phases().create().filter(time -> right)));
        map.put("firstMs", millis(prefill.phases().first().filter(time -> right)));
        map.put("warmMs", right ? prefill.warm().millis() : Samples.NONE.millis());
        map.put("placement", prefill.placement().map(placement -> placement.words()));
        map.put("judgement", prefill.judgement().map(DecodeDocument::judgement));
        return map;
    }

    static Map<String, Object> judgement(Judgement judgement) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("right", judgement.isRight());
        map.put("reason", judgement.wrong());
        map.put("positions", judgement.positions());
        map.put("agreement", judgement.agreement());
        map.put("furthestDeviations", finite(judgement.furthest()));
        map.put("allowedDeviations", judgement.limit());
        map.put("meanDivergence", finite(judgement.meanDivergence()));
        map.put("worstDivergence", finite(judgement.worstDivergence()));
        map.put("firstDisagreement", judgement.first().map(DecodeDocument::disagreement));
        map.put("referencePerplexity", finite(judgement.referencePerplexity()));
        map.put("perplexity", finite(judgement.perplexity()));
        return map;
    }

    private static Map<String, Object> disagreement(LogitsJudge.Disagreement first) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("position", first.position());
        map.put("expected", first.expected());
        map.put("got", first.got());
        map.put("margin", finite(first.margin()));
        map.put("marginDeviations", finite(first.deviations()));
        return map;
    }

    static Map<String, Object> times(DepthTimes times) {
        Optional<Summary> summary = times.summary();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("steps", times.steps());
        map.put("tokensPerSecond", times.tokensPerSecond());
        map.put("medianMs", summary.map(Summary::median));
        map.put("p90Ms", summary.flatMap(all -> present(all.p90())));
        map.put("p99Ms", summary.flatMap(all -> present(all.p99())));
        map.put(
                "byDepth",
                times.spans().stream()
                        .map(span -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("from", span.from());
                            one.put("to", span.to());
                            one.put("tokensPerSecond", span.tokensPerSecond());
                            return one;
                        })
                        .toList());
        map.put("slopeMsPerToken", times.slope().map(DecodeDocument::trend));
        map.put(
                "steppedDown",
                times.knees().stream()
                        .map(knee -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("depth", knee.spills());
                            one.put("above", knee.above());
                            one.put("below", knee.below());
                            return one;
                        })
                        .toList());
        map.put("rounds", times.rounds().stream().map(Samples::millis).toList());
        return map;
    }

    private static Map<String, Object> trend(Trend trend) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("slope", trend.slope());
        map.put("low", trend.ci95().map(Interval::low));
        map.put("high", trend.ci95().map(Interval::high));
        return map;
    }

    private static Optional<Double> millis(Optional<Duration> duration) {
        return duration.map(time -> time.toNanos() / 1e6);
    }

    private static Optional<Double> present(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    /** JSON has no infinity. */
    private static Optional<Double> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }
}
