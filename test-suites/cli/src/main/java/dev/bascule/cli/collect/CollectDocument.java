package dev.bascule.cli.collect;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.text.Durations;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.collect.CollectPace;
import dev.bascule.studies.collect.CollectPlace;
import dev.bascule.studies.collect.CollectPlan;
import dev.bascule.studies.collect.CollectSlice;
import dev.bascule.studies.collect.CollectWish;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What collecting came to. Stateless. */
final class CollectDocument {
    static final int SCHEMA_VERSION = 1;
    private static final int NAMED = 10;

    private CollectDocument() {}

    static Map<String, Object> of(
            CollectWish wish, List<CollectSlice> slices, CollectLoop.Result result, boolean dryRun) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("seed", wish.seed());
        document.put("dryRun", dryRun);
        document.put("models", wish.models().size());
        document.put("places", wish.places().stream().map(CollectPlace::name).toList());
        document.put("threads", wish.threads());
        document.put("processors", Runtime.getRuntime().availableProcessors());
        document.put("planned", planned(slices));
        document.put(
                "end",
                dryRun
                        ? "dry-run"
                        : result.end().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        document.put("runs", result.runs());
        document.put("cells", result.cells());
        document.put("failedCells", result.failed());
        document.put("works", result.works());
        return document;
    }

    /** Of one worker of many. */
    static Map<String, Object> of(
            CollectingWorker worker,
            CollectWish wish,
            List<CollectSlice> slices,
            CollectLoop.Result result,
            Optional<Failure> broken,
            boolean dryRun) {
        Map<String, Object> document = of(wish, slices, result, dryRun);
        document.put("processors", worker.inventory().processors());
        document.put("worker", worker.id());
        document.put("machine", worker.machine());
        broken.ifPresent(why -> document.put("failure", why.message()));
        return document;
    }

    /** What was left before it began. */
    private static Map<String, Object> planned(List<CollectSlice> slices) {
        Map<String, Object> planned = new LinkedHashMap<>();
        planned.put("configurations", CollectPlan.configurations(slices));
        planned.put("slices", slices.size());
        planned.put("seconds", CollectPlan.takes(slices).toSeconds());
        planned.put(
                "paces",
                slices.stream()
                        .flatMap(slice -> slice.backends().stream().map(backend -> pace(slice, backend)))
                        .distinct()
                        .toList());
        return planned;
    }

    private static Map<String, Object> pace(CollectSlice slice, Backend backend) {
        CollectPace.Estimate estimate = slice.pace().estimate(slice.place().name(), backend);
        Map<String, Object> pace = new LinkedHashMap<>();
        pace.put("place", slice.place().name());
        pace.put("backend", backend.id());
        pace.put("cellSeconds", estimate.cell().toMillis() / 1e3);
        pace.put("models", estimate.models());
        return pace;
    }

    /** What a slice's time is reckoned by. */
    private static String paces(CollectSlice slice) {
        return slice.backends().stream()
                .map(backend -> {
                    CollectPace.Estimate estimate =
                            slice.pace().estimate(slice.place().name(), backend);
                    return "%s %.1f s a cell, %s"
                            .formatted(
                                    backend.id(),
                                    estimate.cell().toMillis() / 1e3,
                                    estimate.models() == 0
                                            ? "assumed"
                                            : "as %s took here".formatted(Figures.counted(estimate.models(), "model")));
                })
                .collect(Collectors.joining("; "));
    }

    /** Names where they can be taken in. */
    private static String models(CollectSlice slice) {
        List<String> names =
                slice.units().stream().map(CollectSlice.Unit::model).toList();
        return names.size() <= NAMED
                ? String.join(" ", names)
                : "%s and %d more".formatted(String.join(" ", names.subList(0, NAMED)), names.size() - NAMED);
    }

    static String text(List<CollectSlice> slices, CollectLoop.Result result, boolean dryRun) {
        if (slices.isEmpty()) {
            return "nothing left to measure";
        }
        if (dryRun) {
            StringBuilder lines = new StringBuilder();
            slices.forEach(slice -> lines.append("%s, %s, on %s, about %s (%s): %s%n"
                    .formatted(
                            slice.place().name(),
                            Figures.counted(slice.threads(), "thread"),
                            slice.backends().stream().map(Backend::id).collect(Collectors.joining(", ")),
                            Durations.about(slice.takes()),
                            paces(slice),
                            models(slice))));
            return lines.toString().stripTrailing();
        }
        return "%s in %s, %d failed; kernels of %s learned; %s"
                .formatted(
                        Figures.counted(result.cells(), "cell"),
                        Figures.counted(result.runs().size(), "run"),
                        result.failed(),
                        Figures.counted(result.works(), "model"),
                        switch (result.end()) {
                            case ALL_MEASURED -> "all is measured";
                            case INCOMPLETE -> "something came to nothing, the same line tries it again";
                            case TIME -> "the time is over, the same line goes on";
                            case INTERRUPTED -> "interrupted, the same line goes on";
                            case BROKEN -> "it failed before its end, the same line goes on";
                        });
    }
}
