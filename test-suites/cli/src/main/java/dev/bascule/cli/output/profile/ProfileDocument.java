package dev.bascule.cli.output.profile;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.ProfileReport;
import dev.bascule.studies.profile.Rate;
import dev.bascule.studies.profile.TransferLine;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The document of {@code profile --json}; {@code profile-v1.schema.json} describes it. Stateless. */
public final class ProfileDocument {
    private static final int SCHEMA_VERSION = 1;

    private ProfileDocument() {}

    /** The report as nested maps and lists, ready to be written; what is not known is null, with a reason beside it. */
    public static Map<String, Object> of(ProfileReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("startedAt", report.startedAt().toString());
        document.put("elapsedMs", report.elapsed().toMillis());
        document.put("quick", report.quick());
        document.put("interrupted", report.interrupted());
        document.put("machine", report.machine());
        document.put("clockHertz", report.hertz().map(ProfileDocument::rate));
        document.put("fastestClockHertz", report.fastestHertz());
        document.put("cachesReported", caches(report));
        document.put(
                "cores",
                ordered("count", cores(report), "basis", report.processor().coresBasis()));
        document.put("peaks", peaks(report));
        document.put(
                "places",
                report.places().stream().map(place -> place(place, report)).toList());
        document.put("load", report.load());
        document.put("errors", errors(report));
        return document;
    }

    private static List<Map<String, Object>> caches(ProfileReport report) {
        return report.caches().entrySet().stream()
                .map(cache -> ordered("name", cache.getKey(), "bytes", cache.getValue()))
                .toList();
    }

    private static Object cores(ProfileReport report) {
        return report.processor().cores().isPresent()
                ? report.processor().cores().getAsInt()
                : Optional.empty();
    }

    private static Map<String, Object> peaks(ProfileReport report) {
        Map<String, Object> peaks = new LinkedHashMap<>();
        report.peaks().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            Map<String, Object> peak = new LinkedHashMap<>();
            peak.put(
                    "perCycle",
                    entry.getValue().perCycle().isPresent()
                            ? entry.getValue().perCycle().getAsDouble()
                            : Optional.empty());
            peak.put("perSecondOneCore", report.peak(entry.getKey(), 1));
            peak.put("perSecondAllCores", report.peakOfAllCores(entry.getKey()));
            peak.put("basis", entry.getValue().basis());
            peaks.put(entry.getKey(), peak);
        });
        return peaks;
    }

    private static Map<String, Object> place(PlaceProfile place, ProfileReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("place", place.place());
        map.put("side", place.backend().side().name().toLowerCase(Locale.ROOT));
        map.put("backend", place.backend().id());
        map.put("engine", place.engine().map(engine -> ordered("name", engine.name(), "version", engine.version())));
        map.put("software", place.software());
        map.put("facts", place.facts());
        map.put(
                "figures",
                place.figures().stream()
                        .map(figure -> figure(figure, place, report))
                        .toList());
        map.put(
                "knees",
                place.knees().stream()
                        .map(knee -> ordered(
                                "holdsBytes", knee.holds(),
                                "spillsBytes", knee.spills(),
                                "abovePerSecond", knee.above(),
                                "belowPerSecond", knee.below()))
                        .toList());
        map.put("transfer", place.transfer().map(ProfileDocument::transfer));
        map.put(
                "verified",
                place.verified().all().stream()
                        .map(capability -> ordered(
                                "capability",
                                capability.id().id(),
                                "value",
                                capability.value(),
                                "evidence",
                                capability.standing().evidence()))
                        .toList());
        map.put("reason", place.reason());
        return map;
    }

    private static Map<String, Object> figure(ProfileFigure figure, PlaceProfile place, ProfileReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("subject", figure.subject().name().toLowerCase(Locale.ROOT));
        map.put("name", figure.name());
        map.put("dtype", figure.dtype());
        map.put("size", figure.size());
        map.put("threads", figure.threads());
        map.put("unit", figure.unit().name().toLowerCase(Locale.ROOT));
        map.put("perSecond", figure.rate().map(ProfileDocument::rate));
        map.put("workPerSample", figure.rate().map(rate -> figure.work()));
        map.put("samplesMs", Arrays.stream(figure.samples().millis()).boxed().toList());
        map.put(
                "peakShare",
                ProfileText.peak(figure, place, report)
                        .flatMap(peak -> figure.rate().map(rate -> rate.median() / peak)));
        map.put("reason", figure.reason());
        map.put("proof", figure.placement().map(where -> where.proof().name().toLowerCase(Locale.ROOT)));
        map.put("notes", figure.notes());
        return map;
    }

    private static Map<String, Object> rate(Rate rate) {
        return ordered(
                "median", rate.median(),
                "ci95", rate.ci95().map(ProfileDocument::pair),
                "n", rate.n(),
                "noisy", rate.noisy());
    }

    private static List<Double> pair(Interval interval) {
        return List.of(interval.low(), interval.high());
    }

    private static Map<String, Object> transfer(TransferLine line) {
        return ordered("latencySeconds", line.latencySeconds(), "bytesPerSecond", line.bytesPerSecond());
    }

    private static List<Map<String, Object>> errors(ProfileReport report) {
        return report.errors().stream()
                .map(failure -> ordered(
                        "code", failure.code(),
                        "message", failure.message(),
                        "remedies", failure.remedies()))
                .toList();
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
