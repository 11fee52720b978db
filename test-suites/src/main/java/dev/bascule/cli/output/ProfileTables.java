package dev.bascule.cli.output;

import dev.bascule.fallback.runner.KernelRequest;
import dev.bascule.suites.profile.Figure;
import dev.bascule.suites.profile.Figure.Subject;
import dev.bascule.suites.profile.KneeFinder.Knee;
import dev.bascule.suites.profile.KneeMatch;
import dev.bascule.suites.profile.PlaceProfile;
import dev.bascule.suites.profile.ProfileReport;
import dev.bascule.suites.profile.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A profile's figures laid out: rows by what was measured, a column for each backend of each place. Belongs to one thread. */
final class ProfileTables {
    private static final String NONE = "-";
    private static final List<String> MEMORY = List.of("read", "write", "copy", "triad");
    private static final List<String> FORMATS = List.of("float32", "tf32", "float16", "bfloat16", "int8");

    private final ProfileReport report;
    private final List<PlaceProfile> places;
    private final Map<String, String> letters = new LinkedHashMap<>();

    ProfileTables(ProfileReport report) {
        this.report = report;
        this.places = report.places().stream().filter(PlaceProfile::isMeasured).toList();
        places.stream()
                .map(PlaceProfile::place)
                .filter(place -> !place.equals("native"))
                .distinct()
                .forEach(place -> letters.put(place, String.valueOf((char) ('A' + letters.size()))));
    }

    /** What the columns' letters and marks stand for. */
    List<String> legend() {
        List<String> lines = new ArrayList<>();
        letters.forEach((place, letter) -> lines.add(letter + "  " + place));
        if (places.stream().anyMatch(place -> place.software().orElse(false))) {
            lines.add("*  software adapter: shows correctness, not speed");
        }
        if (measured().anyMatch(rate -> rate.noisy())) {
            lines.add("~  the samples scatter: something else ran beside");
        }
        return lines;
    }

    private Stream<Rate> measured() {
        return places.stream().flatMap(place -> place.figures().stream()).flatMap(figure -> figure.rate().stream());
    }

    /** The tables by title; one without rows is left out. */
    Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        put(sections, "caches, as measured by one thread's triad beside as reported", caches());
        put(sections, "memory, GB/s, median and half its 95 % interval", memory());
        put(sections, "buffers of the GPU, GB/s", buffers());
        put(
                sections,
                "arithmetic, G operations/s (the edge of the fastest product, the channels of the fastest convolution)",
                arithmetic());
        put(sections, "calls, µs each", calls());
        put(sections, "to the device and back", transfers());
        put(sections, "number formats computed in, with right results", formats());
        return sections;
    }

    private record Row(String label, String reference, Function<PlaceProfile, String> cell) {}

    private void put(Map<String, String> sections, String title, List<Row> rows) {
        List<Row> shown = rows.stream()
                .filter(row -> places.stream()
                        .anyMatch(place -> !row.cell().apply(place).equals(NONE)))
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        boolean referenced = shown.stream().anyMatch(row -> !row.reference().isEmpty());
        List<PlaceProfile> columns = places.stream()
                .filter(place ->
                        shown.stream().anyMatch(row -> !row.cell().apply(place).equals(NONE)))
                .toList();
        List<String> head = new ArrayList<>(List.of(""));
        if (referenced) {
            head.add(title.startsWith("caches") ? "reported" : "CPU peak");
        }
        columns.forEach(place -> head.add(name(place)));
        TextTable table = new TextTable(head.toArray(String[]::new));
        for (Row row : shown) {
            List<String> cells = new ArrayList<>(List.of("  " + row.label()));
            if (referenced) {
                cells.add(row.reference());
            }
            columns.forEach(place -> cells.add(row.cell().apply(place)));
            table.row(cells.toArray(String[]::new));
        }
        sections.put(title, table.toString());
    }

    private String name(PlaceProfile place) {
        String mark = place.software().orElse(false) ? "*" : "";
        return Optional.ofNullable(letters.get(place.place()))
                .map(letter -> letter + " " + place.backend().id() + mark)
                .orElse(place.backend().id() + mark);
    }

    private List<Row> caches() {
        Map<PlaceProfile, KneeMatch> matches = new LinkedHashMap<>();
        places.forEach(place -> matches.put(place, new KneeMatch(report.caches(), place.knees())));
        List<Row> rows = new ArrayList<>();
        report.caches()
                .forEach((name, bytes) -> rows.add(new Row(
                        name,
                        bytes(bytes),
                        place -> Optional.ofNullable(matches.get(place))
                                .flatMap(match -> match.end(name))
                                .map(ProfileTables::span)
                                .orElse(place.knees().isEmpty() ? NONE : "no step seen"))));
        int most = matches.values().stream()
                .mapToInt(match -> match.others().size())
                .max()
                .orElse(0);
        boolean told = !report.caches().isEmpty();
        for (int i = 0; i < most; i++) {
            int step = i;
            rows.add(new Row(
                    (told ? "further step " : "step ") + (i + 1),
                    told ? "no such cache" : "not told",
                    place -> Optional.ofNullable(matches.get(place))
                            .map(KneeMatch::others)
                            .filter(others -> step < others.size())
                            .map(others -> span(others.get(step)))
                            .orElse(NONE)));
        }
        return rows;
    }

    private static String span(Knee knee) {
        return String.format(
                Locale.ROOT,
                "%s to %s (%.0f to %.0f GB/s)",
                bytes(knee.holds()),
                bytes(knee.spills()),
                knee.above() / 1e9,
                knee.below() / 1e9);
    }

    private List<Row> memory() {
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<String, Long> level : levels().entrySet()) {
            for (String kernel : MEMORY) {
                rows.add(new Row(
                        "%s %s, %s".formatted(level.getKey(), kernel, bytes(level.getValue())),
                        "",
                        place -> cell(
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
                for (String kernel : MEMORY) {
                    rows.add(new Row(
                            "%s %s, %s, %d threads".formatted(nameOfLargest(size), kernel, bytes(size), threads),
                            "",
                            place -> cell(
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

    private static boolean isCpuMemory(PlaceProfile place, Figure figure, String kernel) {
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

    private Stream<PlaceProfile> cpuPlaces() {
        return places.stream().filter(PlaceProfile::isCpu);
    }

    private static Set<Long> sizes(PlaceProfile place) {
        return place.figures().stream()
                .filter(figure -> figure.subject() == Subject.MEMORY && figure.size() > 0)
                .map(Figure::size)
                .collect(Collectors.toSet());
    }

    /** Why no row of a place is called RAM. */
    private Optional<String> noMemory(PlaceProfile place) {
        Optional<Long> most = sizes(place).stream().max(Comparator.naturalOrder());
        if (!place.isCpu() || most.isEmpty() || report.processor().isMemory(most.get())) {
            return Optional.empty();
        }
        OptionalLong from = report.processor().memoryFromBytes();
        String why = from.isEmpty()
                ? "the system does not tell how large its caches are"
                : "that takes %s, four times all caches of the last level".formatted(bytes(from.getAsLong()));
        String less = Optional.ofNullable(place.facts().get(KernelRequest.LARGEST_FACT))
                .map(reason -> "; " + reason)
                .orElse("");
        return Optional.of("%s: the largest working set, %s, is not known to show the memory: %s%s"
                .formatted(name(place), bytes(most.get()), why, less));
    }

    private int mostThreads() {
        return places.stream()
                .flatMap(place -> place.figures().stream())
                .mapToInt(Figure::threads)
                .max()
                .orElse(1);
    }

    private List<Row> buffers() {
        List<Row> rows = new ArrayList<>();
        places.stream()
                .filter(place -> !place.isCpu())
                .flatMap(place -> place.figures().stream())
                .filter(figure -> figure.subject() == Subject.MEMORY && figure.size() > 0)
                .map(Figure::size)
                .distinct()
                .sorted()
                .forEach(size -> MEMORY.forEach(kernel -> rows.add(new Row(
                        "%s, %s".formatted(kernel, bytes(size)),
                        "",
                        place -> place.isCpu()
                                ? NONE
                                : cell(
                                        place,
                                        figure -> figure.subject() == Subject.MEMORY
                                                && figure.name().equals(kernel)
                                                && figure.size() == size,
                                        1e9)))));
        return rows;
    }

    private List<Row> arithmetic() {
        List<Row> rows = new ArrayList<>();
        for (int threads : List.copyOf(new LinkedHashSet<>(List.of(1, mostThreads())))) {
            rows.add(kernel("fused multiply-add", "fma", "float32", threads));
            rows.add(kernel("multiply, add", "muladd", "float32", threads));
        }
        rows.add(kernel("fused multiply-add", "fma", "float16", 1));
        for (String format : FORMATS) {
            rows.add(best("own kernel's product", "gemm", format, 1));
            rows.add(best("matmul", "matmul", format, 1));
            rows.add(best("conv3x3", "conv3x3", format, 1));
        }
        Stream.iterate(2, n -> n <= mostThreads(), n -> n + 1)
                .forEach(threads -> rows.add(best("matmul", "matmul", "float32", threads)));
        return rows;
    }

    private Row kernel(String label, String name, String format, int threads) {
        return new Row(
                label(label, format, threads),
                peak(format, threads),
                place -> cell(place, figure -> is(figure, name, format, threads), 1e9));
    }

    private Row best(String label, String name, String format, int threads) {
        return new Row(
                label(label, format, threads),
                peak(format, threads),
                place -> place.figures().stream()
                        .filter(figure -> is(figure, name, format, threads)
                                && figure.rate().isPresent())
                        .max(Comparator.comparingDouble(
                                figure -> figure.rate().map(Rate::median).orElse(0.0)))
                        .flatMap(figure ->
                                figure.rate().map(rate -> "%s (%d)".formatted(text(rate, 1e9), figure.size())))
                        .orElse(NONE));
    }

    private static boolean is(Figure figure, String name, String format, int threads) {
        return figure.name().equals(name) && figure.dtype().equals(Optional.of(format)) && figure.threads() == threads;
    }

    private static String label(String label, String format, int threads) {
        return "%s %s%s".formatted(format, label, threads == 1 ? "" : ", " + threads + " threads");
    }

    private String peak(String format, int threads) {
        return report.peak(format, threads)
                .map(peak -> String.format(Locale.ROOT, "%.0f", peak / 1e9))
                .orElse("");
    }

    private List<Row> calls() {
        return List.of(
                call("smallest model, whole way", "call"),
                call("dispatch, in a row", "dispatch"),
                call("submission, to its end", "submit"));
    }

    private static Row call(String label, String name) {
        return new Row(
                label,
                "",
                place -> place.figures().stream()
                        .filter(figure -> figure.subject() == Subject.LAUNCH
                                && figure.name().equals(name))
                        .flatMap(figure -> figure.rate().stream())
                        .map(rate -> number(1e6 / rate.median()) + spread(rate))
                        .findFirst()
                        .orElse(NONE));
    }

    private List<Row> transfers() {
        List<Row> rows = new ArrayList<>();
        // What was measured first; the line through it is an inference, and says so.
        sizes("round trip")
                .forEach(size -> rows.add(new Row(
                        "round trip by a model, %s, GB/s".formatted(bytes(size)),
                        "",
                        place -> cell(
                                place, figure -> figure.name().equals("round trip") && figure.size() == size, 1e9))));
        rows.add(new Row(
                "latency, by the line through these, µs",
                "",
                place -> place.transfer()
                        .map(line -> number(line.latencySeconds() * 1e6))
                        .orElse(NONE)));
        rows.add(new Row(
                "GB/s without end, by that line",
                "",
                place -> place.transfer()
                        .map(line -> number(line.bytesPerSecond() / 1e9))
                        .orElse(NONE)));
        for (String kernel : List.of("upload", "readback")) {
            sizes(kernel)
                    .forEach(size -> rows.add(new Row(
                            "%s of %s, GB/s".formatted(kernel, bytes(size)),
                            "",
                            place -> cell(
                                    place, figure -> figure.name().equals(kernel) && figure.size() == size, 1e9))));
        }
        return rows;
    }

    private Stream<Long> sizes(String kernel) {
        return places.stream()
                .flatMap(place -> place.figures().stream())
                .filter(figure -> figure.name().equals(kernel) && figure.size() > 0)
                .map(Figure::size)
                .distinct()
                .sorted();
    }

    private List<Row> formats() {
        return List.of(new Row(
                "verified",
                "",
                place -> place.verified().isEmpty()
                        ? NONE
                        : place.verified().all().stream()
                                .map(capability -> capability
                                        .id()
                                        .id()
                                        .substring(capability.id().id().indexOf('.') + 1))
                                .collect(Collectors.joining(" "))));
    }

    /** Why there is no number, each reason once for each column, with what it is about. */
    List<String> reasons() {
        List<String> lines = new ArrayList<>();
        for (PlaceProfile place : report.places()) {
            if (!place.isMeasured()) {
                lines.add("%s: %s".formatted(name(place), place.reason().orElse("nothing was measured")));
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
            about.forEach(
                    (reason, what) -> lines.add("%s, %s: %s".formatted(name(place), String.join(", ", what), reason)));
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
            about.forEach(
                    (note, what) -> lines.add("%s, %s: %s".formatted(name(place), String.join(", ", what), note)));
        }
        cpuPlaces().flatMap(place -> noMemory(place).stream()).forEach(lines::add);
        new TreeMap<>(report.peaks())
                .forEach((format, peak) -> lines.add(
                        peak.perCycle().isPresent()
                                ? "peak of %s: %.0f a cycle and core: %s"
                                        .formatted(format, peak.perCycle().getAsDouble(), peak.basis())
                                : "no peak of %s: %s".formatted(format, peak.basis())));
        if (report.hertz().isEmpty()) {
            lines.add("no peak a second: the clock was not measured, which takes the backend cpu");
        }
        if (mostThreads() > 1 && report.processor().cores().isEmpty()) {
            lines.add("no peak of several threads: " + report.processor().coresBasis());
        }
        lines.addAll(report.load());
        return List.copyOf(lines);
    }

    private static String cell(PlaceProfile place, Predicate<Figure> which, double unit) {
        return place.figures().stream()
                .filter(which)
                .flatMap(figure -> figure.rate().stream())
                .map(rate -> text(rate, unit))
                .findFirst()
                .orElse(NONE);
    }

    private static String text(Rate rate, double unit) {
        return number(rate.median() / unit) + spread(rate);
    }

    private static String spread(Rate rate) {
        return rate.spread()
                        .map(share -> String.format(Locale.ROOT, " ±%.0f%%", share * 100))
                        .orElse("")
                + (rate.noisy() ? "~" : "");
    }

    /** Three digits that count. */
    private static String number(double value) {
        String form = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.2g";
        return String.format(Locale.ROOT, form, value);
    }

    private static String bytes(long bytes) {
        return bytes >= 1 << 20 ? trimmed(bytes / (double) (1 << 20)) + " MiB" : trimmed(bytes / 1024.0) + " KiB";
    }

    private static String trimmed(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }
}
