package dev.bascule.app.run;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.export.Reporter;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reports of one run: what is written, and what is to be printed. Immutable.
 *
 * @param folder where reports without a path of their own go
 * @param files reports and where each goes; run.json, the Markdown and the HTML report are always among them
 * @param list whether the matrix is printed
 * @param github whether annotations are printed
 * @param summary the file for a step's summary, where GitHub Actions names one and annotations are wanted
 * @param json whether the document is printed in place of the matrix
 * @param elsewhere what fallbacks of the run cost on other machines
 */
public record RunReports(
        OutFolder folder,
        List<Destination> files,
        boolean list,
        boolean github,
        Optional<Path> summary,
        boolean json,
        ElsewhereCosts elsewhere) {
    private static final String LIST = "list";
    /** The word for annotations. */
    public static final String GITHUB = "github";

    private static final Set<String> ALWAYS = Set.of("json", "md", "html");

    /** A report and the file that it goes to. */
    public record Destination(Reporter reporter, Path file) {}

    /**
     * Checks the words and that every folder can be written to, so that a run does not fail after its work is done. The page
     * is of the standard design, and nothing is printed.
     *
     * @param base what relative paths are relative to
     * @param out the run's folder
     * @param words {@code name} or {@code name=path}
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} or {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public static RunReports prepare(Path base, String out, List<String> words, boolean json) {
        return prepare(base, out, words, json, Reporters.all(), Optional.empty());
    }

    /**
     * Likewise, with reporters of the caller's choice.
     *
     * @param reporters those that a word may name
     * @param summary the file for a step's summary, where one is wanted
     */
    public static RunReports prepare(
            Path base, String out, List<String> words, boolean json, List<Reporter> reporters, Optional<Path> summary) {
        Path folder = base.resolve(out);
        Set<Destination> files = new LinkedHashSet<>();
        reporters.stream()
                .filter(reporter -> ALWAYS.contains(reporter.id()))
                .forEach(reporter -> files.add(new Destination(reporter, folder.resolve(reporter.fileName()))));
        for (String word : words) {
            if (!word.equals(LIST) && !word.equals(GITHUB)) {
                files.add(destination(word, base, folder, reporters));
            }
        }
        OutFolder prepared = OutFolder.prepare(folder);
        files.stream()
                .map(destination -> destination.file().toAbsolutePath().getParent())
                .distinct()
                .forEach(OutFolder::prepare);
        return new RunReports(
                prepared,
                List.copyOf(files),
                words.contains(LIST),
                words.contains(GITHUB),
                summary,
                json,
                ElsewhereCosts.NONE);
    }

    /** The same with what fallbacks of the run cost on other machines. */
    public RunReports with(ElsewhereCosts costs) {
        return new RunReports(
                folder,
                files.stream()
                        .map(each -> new Destination(each.reporter().with(costs), each.file()))
                        .toList(),
                list,
                github,
                summary,
                json,
                costs);
    }

    private static Destination destination(String word, Path base, Path folder, List<Reporter> reporters) {
        String[] parts = word.split("=", 2);
        Reporter reporter = reporters.stream()
                .filter(each -> each.id().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> unknown(parts[0]));
        if (parts.length == 1) {
            return new Destination(reporter, folder.resolve(reporter.fileName()));
        }
        Path path = base.resolve(parts[1]);
        return new Destination(reporter, isFolder(parts[1], path, reporter) ? path.resolve(reporter.fileName()) : path);
    }

    /** A path without the report's file type is a folder. */
    private static boolean isFolder(String text, Path path, Reporter reporter) {
        String type = reporter.fileName().substring(reporter.fileName().lastIndexOf('.'));
        return Files.isDirectory(path) || text.endsWith("/") || !text.endsWith(type);
    }

    private static BasculeException unknown(String word) {
        List<String> known = Stream.concat(
                        Stream.of(LIST), Reporters.all().stream().map(Reporter::id))
                .toList();
        return new BasculeException(
                ErrorCode.USAGE_ERROR, "there is no reporter '%s'%s".formatted(word, Nearest.hint(word, known)));
    }

    /** Writes the files, and returns them. */
    public List<Path> write(RunRecord record, KnownFailures known) {
        return write(record, known, Optional.empty());
    }

    /** Likewise, with what the run was held against. */
    public List<Path> write(RunRecord record, KnownFailures known, Optional<ComparisonReport> comparison) {
        return files.stream()
                .flatMap(destination -> comparison
                        .map(destination.reporter()::with)
                        .orElseGet(destination::reporter)
                        .writeAll(record, known, destination.file())
                        .stream())
                .toList();
    }

    /** Where files are, for people: the folder with the names of what is in it, then the paths of the others. */
    public String places(List<Path> written) {
        Path home = folder.path().toAbsolutePath();
        Map<Boolean, List<Path>> byPlace = written.stream()
                .collect(Collectors.partitioningBy(
                        file -> home.equals(file.toAbsolutePath().getParent())));
        String names = byPlace.getOrDefault(true, List.of()).stream()
                .map(file -> String.valueOf(file.getFileName()))
                .collect(Collectors.joining(", "));
        String others = byPlace.getOrDefault(false, List.of()).stream()
                .map(file -> "; " + file)
                .collect(Collectors.joining());
        return folder.path() + ": " + names + others;
    }
}
