package dev.bascule.cli.output.profile;

import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What stands below a profile's tables.
 *
 * @param places those that were measured
 * @param name a column's head
 */
record ProfileNotes(
        ProfileReport report, List<PlaceProfile> places, MemoryRows memory, Function<PlaceProfile, String> name) {

    /** Why there is no number, each reason once for each column, with what it is about. */
    List<String> reasons() {
        List<String> lines = new ArrayList<>();
        for (PlaceProfile place : report.places()) {
            if (!place.isMeasured()) {
                lines.add("%s: %s".formatted(name.apply(place), place.reason().orElse("nothing was measured")));
                continue;
            }
            Map<String, Set<String>> about = new LinkedHashMap<>();
            place.figures()
                    .forEach(figure -> figure.reason()
                            .ifPresent(reason -> about.computeIfAbsent(reason, key -> new LinkedHashSet<>())
                                    .add(figure.dtype()
                                                    .map(format -> format + " ")
                                                    .orElse("")
                                            + figure.name())));
            about.forEach((reason, what) ->
                    lines.add("%s, %s: %s".formatted(name.apply(place), String.join(", ", what), reason)));
        }
        return lines;
    }

    /** What a reader should know of the numbers. */
    List<String> notes() {
        Set<String> lines = new LinkedHashSet<>();
        for (PlaceProfile place : places) {
            Map<String, Set<String>> about = new LinkedHashMap<>();
            place.figures()
                    .forEach(figure -> figure.notes()
                            .forEach(note -> about.computeIfAbsent(note, key -> new LinkedHashSet<>())
                                    .add(figure.dtype()
                                                    .map(format -> format + " ")
                                                    .orElse("")
                                            + figure.name())));
            about.forEach((note, what) ->
                    lines.add("%s, %s: %s".formatted(name.apply(place), String.join(", ", what), note)));
        }
        memory.cpuPlaces()
                .flatMap(place -> memory.noMemory(place, name.apply(place)).stream())
                .forEach(lines::add);
        new TreeMap<>(report.peaks())
                .forEach((format, peak) -> lines.add(
                        peak.perCycle().isPresent()
                                ? "peak of %s: %.0f a cycle and core: %s"
                                        .formatted(format, peak.perCycle().getAsDouble(), peak.basis())
                                : "no peak of %s: %s".formatted(format, peak.basis())));
        if (report.hertz().isEmpty()) {
            lines.add("no peak a second: the clock was not measured, which takes the backend cpu");
        }
        if (memory.mostThreads() > 1 && report.processor().cores().isEmpty()) {
            lines.add("no peak of several threads: " + report.processor().coresBasis());
        }
        lines.addAll(report.load());
        return List.copyOf(lines);
    }
}
