package dev.bascule.cli.output.profile;

import dev.bascule.cli.output.TextTable;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.ProfileFigure.Subject;
import dev.bascule.studies.profile.ProfileReport;
import dev.bascule.studies.profile.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A profile's figures laid out: rows by what was measured, a column for each backend of each place. Belongs to one thread. */
final class ProfileTables {
    private static final List<String> FORMATS = List.of("float32", "tf32", "float16", "bfloat16", "int8");

    private final ProfileReport report;
    private final List<PlaceProfile> places;
    private final Map<String, String> letters = new LinkedHashMap<>();
    private final MemoryRows memory;

    ProfileTables(ProfileReport report) {
        this.report = report;
        this.places = report.places().stream().filter(PlaceProfile::isMeasured).toList();
        this.memory = new MemoryRows(report, places);
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
        put(sections, "caches, as measured by one thread's triad beside as reported", memory.caches());
        put(sections, "memory, GB/s, median and half its 95 % interval", memory.memory());
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

    private void put(Map<String, String> sections, String title, List<ProfileRow> rows) {
        List<ProfileRow> shown = rows.stream()
                .filter(row -> places.stream()
                        .anyMatch(place -> !row.cell().apply(place).equals(ProfileFigures.NONE)))
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        boolean referenced = shown.stream().anyMatch(row -> !row.reference().isEmpty());
        List<PlaceProfile> columns = places.stream()
                .filter(place ->
                        shown.stream().anyMatch(row -> !row.cell().apply(place).equals(ProfileFigures.NONE)))
                .toList();
        List<String> head = new ArrayList<>(List.of(""));
        if (referenced) {
            head.add(title.startsWith("caches") ? "reported" : "CPU peak");
        }
        columns.forEach(place -> head.add(name(place)));
        TextTable table = new TextTable(head.toArray(String[]::new));
        for (ProfileRow row : shown) {
            List<String> cells = new ArrayList<>(List.of("  " + row.label()));
            if (referenced) {
                cells.add(row.reference());
            }
            columns.forEach(place -> cells.add(row.cell().apply(place)));
            table.row(cells.toArray(String[]::new));
        }
        sections.put(title, table.toString());
    }

    /** Why there is no number, each reason once for each column, with what it is about. */
    List<String> reasons() {
        return new ProfileNotes(report, places, memory, this::name).reasons();
    }

    /** What a reader should know of the numbers. */
    List<String> notes() {
        return new ProfileNotes(report, places, memory, this::name).notes();
    }

    private String name(PlaceProfile place) {
        String mark = place.software().orElse(false) ? "*" : "";
        return Optional.ofNullable(letters.get(place.place()))
                .map(letter -> letter + " " + place.backend().id() + mark)
                .orElse(place.backend().id() + mark);
    }

    private List<ProfileRow> buffers() {
        List<ProfileRow> rows = new ArrayList<>();
        places.stream()
                .filter(place -> !place.isCpu())
                .flatMap(place -> place.figures().stream())
                .filter(figure -> figure.subject() == Subject.MEMORY && figure.size() > 0)
                .map(ProfileFigure::size)
                .distinct()
                .sorted()
                .forEach(size -> MemoryRows.KERNELS.forEach(kernel -> rows.add(new ProfileRow(
                        "%s, %s".formatted(kernel, ProfileFigures.bytes(size)),
                        "",
                        place -> place.isCpu()
                                ? ProfileFigures.NONE
                                : ProfileFigures.cell(
                                        place,
                                        figure -> figure.subject() == Subject.MEMORY
                                                && figure.name().equals(kernel)
                                                && figure.size() == size,
                                        1e9)))));
        return rows;
    }

    private List<ProfileRow> arithmetic() {
        List<ProfileRow> rows = new ArrayList<>();
        for (int threads : List.copyOf(new LinkedHashSet<>(List.of(1, memory.mostThreads())))) {
            rows.add(kernel("fused multiply-add", "fma", "float32", threads));
            rows.add(kernel("multiply, add", "muladd", "float32", threads));
        }
        rows.add(kernel("fused multiply-add", "fma", "float16", 1));
        for (String format : FORMATS) {
            rows.add(best("own kernel's product", "gemm", format, 1));
            rows.add(best("matmul", "matmul", format, 1));
            rows.add(best("conv3x3", "conv3x3", format, 1));
        }
        Stream.iterate(2, n -> n <= memory.mostThreads(), n -> n + 1)
                .forEach(threads -> rows.add(best("matmul", "matmul", "float32", threads)));
        return rows;
    }

    private ProfileRow kernel(String label, String name, String format, int threads) {
        return new ProfileRow(
                label(label, format, threads),
                peak(format, threads),
                place -> ProfileFigures.cell(place, figure -> is(figure, name, format, threads), 1e9));
    }

    private ProfileRow best(String label, String name, String format, int threads) {
        return new ProfileRow(
                label(label, format, threads),
                peak(format, threads),
                place -> place.figures().stream()
                        .filter(figure -> is(figure, name, format, threads)
                                && figure.rate().isPresent())
                        .max(Comparator.comparingDouble(
                                figure -> figure.rate().map(Rate::median).orElse(0.0)))
                        .flatMap(figure -> figure.rate()
                                .map(rate -> "%s (%d)".formatted(ProfileFigures.text(rate, 1e9), figure.size())))
                        .orElse(ProfileFigures.NONE));
    }

    private static boolean is(ProfileFigure figure, String name, String format, int threads) {
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

    private List<ProfileRow> calls() {
        return List.of(
                call("smallest model, whole way", "call"),
                call("dispatch, in a row", "dispatch"),
                call("submission, to its end", "submit"));
    }

    private static ProfileRow call(String label, String name) {
        return new ProfileRow(
                label,
                "",
                place -> place.figures().stream()
                        .filter(figure -> figure.subject() == Subject.LAUNCH
                                && figure.name().equals(name))
                        .flatMap(figure -> figure.rate().stream())
                        .map(rate -> ProfileFigures.number(1e6 / rate.median()) + ProfileFigures.spread(rate))
                        .findFirst()
                        .orElse(ProfileFigures.NONE));
    }

    private List<ProfileRow> transfers() {
        List<ProfileRow> rows = new ArrayList<>();
        // What was measured first; the line through it is an inference, and says so.
        sizes("round trip")
                .forEach(size -> rows.add(new ProfileRow(
                        "round trip by a model, %s, GB/s".formatted(ProfileFigures.bytes(size)),
                        "",
                        place -> ProfileFigures.cell(
                                place, figure -> figure.name().equals("round trip") && figure.size() == size, 1e9))));
        rows.add(new ProfileRow(
                "latency, by the line through these, µs",
                "",
                place -> place.transfer()
                        .map(line -> ProfileFigures.number(line.latencySeconds() * 1e6))
                        .orElse(ProfileFigures.NONE)));
        rows.add(new ProfileRow(
                "GB/s without end, by that line",
                "",
                place -> place.transfer()
                        .map(line -> ProfileFigures.number(line.bytesPerSecond() / 1e9))
                        .orElse(ProfileFigures.NONE)));
        for (String kernel : List.of("upload", "readback")) {
            sizes(kernel)
                    .forEach(size -> rows.add(new ProfileRow(
                            "%s of %s, GB/s".formatted(kernel, ProfileFigures.bytes(size)),
                            "",
                            place -> ProfileFigures.cell(
                                    place, figure -> figure.name().equals(kernel) && figure.size() == size, 1e9))));
        }
        return rows;
    }

    private Stream<Long> sizes(String kernel) {
        return places.stream()
                .flatMap(place -> place.figures().stream())
                .filter(figure -> figure.name().equals(kernel) && figure.size() > 0)
                .map(ProfileFigure::size)
                .distinct()
                .sorted();
    }

    private List<ProfileRow> formats() {
        return List.of(new ProfileRow(
                "verified",
                "",
                place -> place.verified().isEmpty()
                        ? ProfileFigures.NONE
                        : place.verified().all().stream()
                                .map(capability -> capability
                                        .id()
                                        .id()
                                        .substring(capability.id().id().indexOf('.') + 1))
                                .collect(Collectors.joining(" "))));
    }
}
