package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.suites.expectations.ExpectationReader;
import dev.bascule.suites.expectations.ExpectationUpdate;
import dev.bascule.suites.expectations.Expectations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The expectations of one invocation. Immutable.
 *
 * @param base those of all files but the one to be written
 * @param target the file to be written; empty where none is
 * @param all those of all files
 * @param singled whether single cases were named to run, by their folders or files: what of a suite is not there, exists
 */
record ExpectationFiles(Expectations base, Optional<Path> target, Expectations all, boolean singled) {
    private static final String MODEL = "model.onnx";
    /** The last name of each path in a command line. */
    private static final Pattern LAST_NAME = Pattern.compile("([^/\\\\\\s'\"]+)[/\\\\]*(?=[\\s'\"]|$)");

    /**
     * Reads the files.
     *
     * @param update whether the last is to be written; it need not be there yet
     * @throws BasculeException for a file that cannot be read, or an update of none
     */
    static ExpectationFiles of(Path folder, Config config, boolean update) {
        List<Path> files = config.find(Keys.EXPECTATIONS).orElse(List.of()).stream()
                .map(folder::resolve)
                .toList();
        if (!update) {
            return new ExpectationFiles(Expectations.NONE, Optional.empty(), read(files), false);
        }
        if (files.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--update-expectations has no file to write",
                    "name one with --expectations FILE; it is made if it is not there");
        }
        Path last = files.get(files.size() - 1);
        Expectations base = read(files.subList(0, files.size() - 1));
        return new ExpectationFiles(
                base, Optional.of(last), Files.exists(last) ? base.and(ExpectationReader.read(last)) : base, false);
    }

    private static Expectations read(List<Path> files) {
        return files.stream().map(ExpectationReader::read).reduce(Expectations.NONE, Expectations::and);
    }

    /** The same for a run of what these places hold. */
    ExpectationFiles of(List<Path> places) {
        return new ExpectationFiles(
                base,
                target,
                all,
                places.stream().anyMatch(place -> Files.isRegularFile(place) || Files.exists(place.resolve(MODEL))));
    }

    /** The same for the run that these make; of the places that they were asked for each has but its command line. */
    ExpectationFiles ofParts(Collection<RunRecord> parts) {
        return new ExpectationFiles(base, target, all, parts.stream().anyMatch(ExpectationFiles::namesCases));
    }

    private static boolean namesCases(RunRecord part) {
        Set<String> names = part.runs().stream().map(run -> run.caseId().name()).collect(Collectors.toSet());
        return part.extent().selection().map(Selection::cases).orElse(0) == 1
                || LAST_NAME
                        .matcher(part.invocation().command())
                        .results()
                        .anyMatch(word -> names.contains(word.group(1)));
    }

    /** Whether a case that a run does not have is none of its suite. */
    boolean tellsOfAll(RunRecord record) {
        return !singled && ExpectationUpdate.isWhole(record);
    }

    /**
     * What a run makes of the files.
     *
     * @param expectations of all files, as they will be; as they were where they are not to be written, or cannot be
     * @param update of the file to be written
     * @param trouble why there is none, though one was asked for
     */
    record Planned(Expectations expectations, Optional<ExpectationUpdate> update, Optional<Failure> trouble) {}

    /**
     * Works out what a run that is over makes of the file, where one is to be written. The file may have come to harm since
     * it was read: that is part of the answer, for it must not cost the run.
     */
    Planned plan(RunRecord record) {
        if (target.isEmpty()) {
            return new Planned(all, Optional.empty(), Optional.empty());
        }
        String file = target.get().toString();
        try {
            ExpectationUpdate update =
                    ExpectationUpdate.of(current(target.get()), file, base, record, tellsOfAll(record));
            return new Planned(
                    base.and(ExpectationReader.parse(update.text(), file)), Optional.of(update), Optional.empty());
        } catch (BasculeException e) {
            return new Planned(all, Optional.empty(), Optional.of(e.failure()));
        }
    }

    /**
     * Writes the file, where it is to be written, and says so for people.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE} when it cannot be
     */
    Optional<String> write(Planned planned) {
        return target.flatMap(file -> planned.update().map(update -> {
            try {
                if (update.changes()) {
                    Files.createDirectories(file.toAbsolutePath().getParent());
                    Files.writeString(file, update.text());
                }
            } catch (IOException e) {
                throw BasculeException.because(
                        e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(file, e));
            }
            return "expectations in %s: %s".formatted(file, update.summary());
        }));
    }

    private static String current(Path file) {
        try {
            return Files.exists(file) ? InputFile.text(file, InputFile.TEXT) : "";
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.SUITE_INVALID,
                    "the expectations %s cannot be read: %s".formatted(file, FileErrorText.why(e)),
                    "check the path; --update-expectations makes a new file");
        }
    }
}
