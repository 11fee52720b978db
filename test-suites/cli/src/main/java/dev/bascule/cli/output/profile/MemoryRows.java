package dev.bascule.cli.output.profile;

import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.studies.profile.KneeFinder.Knee;
import dev.bascule.studies.profile.KneeMatch;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.ProfileFigure.Subject;
import dev.bascule.studies.profile.ProfileReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a profile tells of caches and memory, row by row. Immutable. */
final class MemoryRows {
    /** What reads and writes memory, in the order of the rows. */
    static final List<String> KERNELS = List.of("read", "write", "copy", "triad");

    private final ProfileReport report;
    private final List<PlaceProfile> places;

    /** @param places those that were measured */
    MemoryRows(ProfileReport report, List<PlaceProfile> places) {
        this.report = report;
        this.places = places;
    }

    /** Where the bandwidth steps down, beside what is reported. */
    List<ProfileRow> caches() {
        Map<PlaceProfile, KneeMatch> matches = new LinkedHashMap<>();
        places.forEach(place -> matches.put(place, new KneeMatch(report.caches(), place.knees())));
        List<ProfileRow> rows = new ArrayList<>();
        report.caches()
                .forEach((name, bytes) -> rows.add(new ProfileRow(
                        name,
                        ProfileFigures.bytes(bytes),
                        place -> Optional.ofNullable(matches.get(place))
                                .flatMap(match -> match.end(name))
                                .map(MemoryRows::span)
                                .orElse(place.knees().isEmpty() ? ProfileFigures.NONE : "no step seen"))));
        int most = matches.values().stream()
                .mapToInt(match -> match.others().size())
                .max()
                .orElse(0);
        boolean told = !report.caches().isEmpty();
        for (int i = 0; i < most; i++) {
            int step = i;
            rows.add(new ProfileRow(
                    (told ? "further step " : "step ") + (i + 1),
                    told ? "no such cache" : "not told",
                    place -> Optional.ofNullable(matches.get(place))
                            .map(KneeMatch::others)
                            .filter(others -> step < others.size())
                            .map(others -> span(others.get(step)))
                            .orElse(ProfileFigures.NONE)));
        }
        return rows;
    }

    private static String span(Knee knee) {
        return String.format(
                Locale.ROOT,
                "%s to %s (%.0f to %.0f GB/s)",
                ProfileFigures.bytes(knee.holds()),
                ProfileFigures.bytes(knee.spills()),
                knee.above() / 1e9,
                knee.below() / 1e9);
    }

    /** Bandwidths in each cache and beyond. */
    List<ProfileRow> memory() {
        List<ProfileRow> rows = new ArrayList<>();
        for (Map.Entry<String, Long> level : levels().entrySet()) {
            for (String kernel : KERNELS) {
                rows.add(new ProfileRow(
                        "%s %s, %s".formatted(level.getKey(), kernel, ProfileFigures.bytes(level.getValue())),
                        "",
                        place -> ProfileFigures.cell(
                                place,
                                figure -> isCpuMemory(place, figure, kernel)
                                        && figure.size() == level.getValue()
                                        && figure.threads() == 1,
                                1e9)));
            }
        }
        int threads = mostThreads();
        if (threads > 1) {
            for (long size : largest()) {
                for (String kernel : KERNELS) {
                    rows.add(new ProfileRow(
                            "%s %s, %s, %d threads"
                                    .formatted(nameOfLargest(size), kernel, ProfileFigures.bytes(size), threads),
                            "",
                            place -> ProfileFigures.cell(
                                    place,
                                    figure -> isCpuMemory(place, figure, kernel)
                                            && figure.size() == size
                                            && figure.threads() == threads,
                                    1e9)));
                }
            }
        }
        return rows;
    }

    private static boolean isCpuMemory(PlaceProfile place, ProfileFigure figure, String kernel) {
        return place.isCpu()
                && figure.subject() == Subject.MEMORY
                && figure.name().equals(kernel);
    }

    /** For each cache the largest working set of at most half its size, and the largest of each place. */
    private Map<String, Long> levels() {
        Set<Long> sizes = new TreeSet<>();
        cpuPlaces().forEach(place -> sizes.addAll(sizes(place)));
        Map<String, Long> levels = new LinkedHashMap<>();
        report.caches()
                .forEach((name, bytes) -> sizes.stream()
                        .filter(size -> size <= bytes / 2)
                        .max(Comparator.naturalOrder())
                        .ifPresent(size -> levels.put(name, size)));
        if (levels.isEmpty()) {
            sizes.stream().min(Comparator.naturalOrder()).ifPresent(size -> levels.put("smallest", size));
        }
        for (long size : largest()) {
            if (!levels.containsValue(size)) {
                levels.put(
                        levels.containsKey(nameOfLargest(size)) ? nameOfLargest(size) + "," : nameOfLargest(size),
                        size);
            }
        }
        return levels;
    }

    /** What is not far beyond all caches may be in them. */
    private String nameOfLargest(long size) {
        return report.processor().isMemory(size) ? "RAM" : "largest";
    }

    /** The largest working set of each place, each once: a page may get less than a process. */
    private Set<Long> largest() {
        Set<Long> all = new TreeSet<>();
        cpuPlaces()
                .forEach(place ->
                        sizes(place).stream().max(Comparator.naturalOrder()).ifPresent(all::add));
        return all;
    }

    /** Those whose figures are a CPU's. */
    Stream<PlaceProfile> cpuPlaces() {
        return places.stream().filter(PlaceProfile::isCpu);
    }

    private static Set<Long> sizes(PlaceProfile place) {
        return place.figures().stream()
                .filter(figure -> figure.subject() == Subject.MEMORY && figure.size() > 0)
                .map(ProfileFigure::size)
                .collect(Collectors.toSet());
    }

    /** Why no row of a place is called RAM. */
    Optional<String> noMemory(PlaceProfile place, String name) {
        Optional<Long> most = sizes(place).stream().max(Comparator.naturalOrder());
        if (!place.isCpu() || most.isEmpty() || report.processor().isMemory(most.get())) {
            return Optional.empty();
        }
        OptionalLong from = report.processor().memoryFromBytes();
        String why = from.isEmpty()
                ? "the system does not tell how large its caches are"
                : "that takes %s, four times all caches of the last level"
                        .formatted(ProfileFigures.bytes(from.getAsLong()));
        String less = Optional.ofNullable(place.facts().get(KernelRequest.LARGEST_FACT))
                .map(reason -> "; " + reason)
                .orElse("");
        return Optional.of("%s: the largest working set, %s, is not known to show the memory: %s%s"
                .formatted(name, ProfileFigures.bytes(most.get()), why, less));
    }

    /** The most threads that anything was measured with. */
    int mostThreads() {
        return places.stream()
                .flatMap(place -> place.figures().stream())
                .mapToInt(ProfileFigure::threads)
                .max()
                .orElse(1);
    }
}
