package dev.bascule.studies.conformance;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.webnn.WebNnFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and reads cases. Stateless. */
public final class CaseReader {
    static final String MODEL = "model.onnx";

    private CaseReader() {}

    /**
     * Reads every case at or under these places, side by side. A case that cannot be read is part of the answer.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND} for a place that is not there
     */
    public static ConformanceCases read(List<Path> places) {
        List<Found> found =
                places.stream().flatMap(place -> find(place).stream()).toList();
        List<Found.Read> read = found.parallelStream().map(Found::read).toList();
        return new ConformanceCases(
                read.stream()
                        .flatMap(outcome -> outcome.cases().stream())
                        .sorted(Comparator.comparing(ConformanceCase::id))
                        .toList(),
                read.stream().flatMap(outcome -> outcome.unreadable().stream()).toList());
    }

    /** Something that holds cases. */
    interface Found {
        /** What came of reading it. */
        record Read(List<ConformanceCase> cases, List<ConformanceCases.Unreadable> unreadable) {}

        Read read();
    }

    private static List<Found> find(Path place) {
        if (!Files.exists(place)) {
            throw new BasculeException(
                    ErrorCode.MODEL_NOT_FOUND,
                    "there is no folder '%s'".formatted(place),
                    "name a folder with cases in the ONNX backend-test layout, or with WebNN graph JSON files");
        }
        refuseSpecial(place);
        Path root = place.toAbsolutePath().normalize();
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(file -> !Files.isDirectory(file))
                    .sorted()
                    .flatMap(file -> found(root, file).stream())
                    .toList();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "cannot list '%s': %s".formatted(place, e), "check its permissions");
        }
    }

    private static void refuseSpecial(Path place) {
        try {
            if (!Files.isDirectory(place)) {
                InputFile.require(place);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.MODEL_NOT_FOUND,
                    "cannot read '%s': %s".formatted(place, FileErrorText.why(e)),
                    "name a folder with cases, or one file with them");
        }
    }

    private static Optional<Found> found(Path root, Path file) {
        if (String.valueOf(file.getFileName()).equals(MODEL)) {
            return Optional.of(new BackendTestFolder(root, file.resolveSibling("")));
        }
        return WebNnFile.isNamedLikeOne(file) ? Optional.of(() -> graphs(root, file)) : Optional.empty();
    }

    /** JSON of another kind is passed over in a folder, and an error where it was named. */
    private static Found.Read graphs(Path root, Path file) {
        ConformanceCases read = file.equals(root)
                ? WebNnFile.readNamed(file)
                : WebNnFile.read(root, file).orElse(new ConformanceCases(List.of(), List.of()));
        return new Found.Read(read.cases(), read.unreadable());
    }
}
