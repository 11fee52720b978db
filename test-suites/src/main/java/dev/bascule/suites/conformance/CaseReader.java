package dev.bascule.suites.conformance;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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
        Path root = place.toAbsolutePath().normalize();
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(file -> String.valueOf(file.getFileName()).equals(MODEL))
                    .sorted()
                    .map(file -> (Found) new BackendTestFolder(root, file.resolveSibling("")))
                    .toList();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "cannot list '%s': %s".formatted(place, e), "check its permissions");
        }
    }
}
