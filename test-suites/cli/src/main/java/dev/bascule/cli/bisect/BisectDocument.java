package dev.bascule.cli.bisect;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectResult.Ending;
import dev.bascule.studies.bisect.Boundary;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.Seen;
import dev.bascule.studies.bisect.Tally;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.studies.bisect.VersionState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The document of {@code bisect --json}; {@code bisect-v1.schema.json} describes it. Unknown is null. Stateless. */
final class BisectDocument {
    private BisectDocument() {}

    static Map<String, @Nullable Object> of(BisectReport report, Optional<Path> folder) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("caseId", report.caseId().toString());
        document.put("model", report.model());
        document.put("backend", report.backend());
        document.put("what", report.what().word());
        document.put("threshold", report.threshold().orElse(null));
        document.put("findFix", report.plan().fix());
        document.put("ending", ending(report.result().ending()));
        document.put(
                "axis",
                report.result()
                        .axis()
                        .map(axis -> Map.of(
                                "kind", axis.kind().name().toLowerCase(Locale.ROOT), "sentence", axis.sentence()))
                        .orElse(null));
        document.put(
                "lines",
                report.result().lines().stream().map(BisectDocument::line).toList());
        List<Map<String, @Nullable Object>> probes = new ArrayList<>();
        report.result().runs().forEach((pair, tally) -> probes.add(probe(pair, tally, report.repeats())));
        document.put("probes", probes);
        document.put("runs", report.result().attempts());
        document.put("cutShort", report.result().cutShort().orElse(null));
        document.put("startedAt", report.startedAt().toString());
        document.put("elapsedMs", report.took().toMillis());
        document.put("command", report.command());
        document.put("worker", report.worker().orElse(null));
        document.put("folder", folder.map(Path::toString).orElse(null));
        return document;
    }

    private static Map<String, @Nullable Object> ending(Ending ending) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        if (ending instanceof Ending.EqualEnds equal) {
            told.put("kind", "equal-ends");
            told.put("why", equal.why());
        } else if (ending instanceof Ending.OtherWay other) {
            told.put("kind", "other-way");
            told.put("why", other.why());
        } else if (ending instanceof Ending.EndUnknown unknown) {
            told.put("kind", "end-unknown");
            told.put("why", unknown.why());
        } else if (ending instanceof Ending.Stopped stopped) {
            told.put("kind", "stopped");
            told.put("why", stopped.why());
        } else {
            told.put("kind", "found");
            told.put("why", null);
        }
        return told;
    }

    private static Map<String, @Nullable Object> line(LineResult line) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("axis", line.axis().word());
        told.put("product", line.axis().product());
        told.put("engine", line.at().engine());
        told.put("browser", line.at().browser());
        told.put("from", line.line().from());
        told.put("to", line.line().to());
        told.put("sentence", line.sentence());
        told.put(
                "boundaries",
                line.boundaries().stream().map(BisectDocument::boundary).toList());
        told.put(
                "versions",
                line.line().versions().stream()
                        .map(version -> version(
                                version, Optional.ofNullable(line.states().get(version))))
                        .toList());
        return told;
    }

    private static Map<String, @Nullable Object> boundary(Boundary boundary) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("kind", boundary.regression() ? "regression" : "fix");
        told.put("lastGood", boundary.lastGood());
        told.put("firstBad", boundary.firstBad());
        told.put("exact", boundary.isExact());
        told.put("between", boundary.between());
        return told;
    }

    private static Map<String, @Nullable Object> version(String version, Optional<VersionState> state) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("version", version);
        told.put("state", state.map(known -> known.word().replace(' ', '-')).orElse("not-run"));
        told.put(
                "why",
                state.filter(VersionState.CannotSay.class::isInstance)
                        .map(known -> ((VersionState.CannotSay) known).why())
                        .orElse(null));
        return told;
    }

    private static Map<String, @Nullable Object> probe(
            VersionPair pair, Tally tally, Map<VersionPair, String> repeats) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("engine", pair.engine());
        told.put("browser", pair.browser());
        told.put("runs", tally.runs().stream().map(BisectDocument::run).toList());
        told.put("repeat", repeats.get(pair));
        return told;
    }

    private static Map<String, @Nullable Object> run(ProbeState state) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        if (state instanceof ProbeState.Good good) {
            told.put("state", "good");
            told.put("why", null);
            seen(told, good.seen());
        } else if (state instanceof ProbeState.Bad bad) {
            told.put("state", "bad");
            told.put("why", null);
            seen(told, bad.seen());
        } else if (state instanceof ProbeState.Unclear unclear) {
            told.put("state", "unclear");
            told.put("why", unclear.why());
            seen(told, unclear.seen());
        } else {
            told.put("state", "cannot-say");
            told.put("why", ((ProbeState.CannotSay) state).why());
        }
        return told;
    }

    private static void seen(Map<String, @Nullable Object> told, Seen seen) {
        told.put("verdict", seen.verdict());
        told.put("note", seen.note().isEmpty() ? null : seen.note());
        told.put("maxError", number(seen.maxError()));
        told.put("sigmas", number(seen.sigmas()));
        told.put("nodes", seen.nodes());
        told.put("ratio", seen.ratio().map(BisectDocument::ratio).orElse(null));
        told.put("ratioOverRuns", seen.overRuns().map(BisectDocument::ratio).orElse(null));
        told.put("engineTold", seen.engine().orElse(null));
        told.put("browserTold", seen.browser().orElse(null));
    }

    private static Map<String, @Nullable Object> ratio(Ratio ratio) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("value", ratio.value());
        told.put(
                "ci95",
                ratio.ci95()
                        .map(interval -> List.of(interval.low(), interval.high()))
                        .orElse(null));
        told.put("pairs", ratio.pairs());
        return told;
    }

    private static @Nullable Object number(OptionalDouble value) {
        return value.isPresent() && Double.isFinite(value.getAsDouble()) ? value.getAsDouble() : null;
    }
}
