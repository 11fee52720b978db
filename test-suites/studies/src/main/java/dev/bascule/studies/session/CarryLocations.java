package dev.bascule.studies.session;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Where what a session carries from step to step is asked to be, on each backend. Immutable.
 *
 * @param option by which somebody asks, for errors
 */
public record CarryLocations(String option, List<CarryLocation> asked) {
    public CarryLocations {
        asked = List.copyOf(asked);
    }

    /**
     * Reads words.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}, naming the nearest
     */
    public static CarryLocations of(String option, List<String> words) {
        List<String> known =
                Arrays.stream(CarryLocation.values()).map(CarryLocation::word).toList();
        return new CarryLocations(
                option,
                words.stream()
                        .map(word -> CarryLocation.of(word)
                                .orElseThrow(() -> new BasculeException(
                                        ErrorCode.USAGE_ERROR,
                                        "%s: nothing can be in '%s'%s"
                                                .formatted(option, word, Nearest.hint(word, known)),
                                        option + " takes " + String.join(", ", known))))
                        .distinct()
                        .toList());
    }

    /** Those that a backend has; all of its own where nobody asked for any. */
    public List<CarryLocation> on(Backend backend) {
        List<CarryLocation> from = asked.isEmpty() ? List.of(CarryLocation.values()) : asked;
        return from.stream().filter(location -> location.fits(backend)).toList();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where one fits none of these backends, or a backend none of them */
    public void require(Collection<Backend> named) {
        for (CarryLocation location : asked) {
            if (named.stream().noneMatch(location::fits)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s is %s: none of %s has it".formatted(location.word(), owner(location), ids(named)),
                        "add %s to --backends, or leave %s out of %s"
                                .formatted(backend(location), location.word(), option));
            }
        }
        for (Backend backend : named) {
            if (on(backend).isEmpty()) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s has none of %s"
                                .formatted(
                                        backend.id(),
                                        String.join(
                                                ", ",
                                                asked.stream()
                                                        .map(CarryLocation::word)
                                                        .toList())),
                        "add cpu to " + option);
            }
        }
    }

    private static String owner(CarryLocation location) {
        return switch (location) {
            case CPU -> "everybody's";
            case GPU_BUFFER -> "WebGPU's";
            case ML_TENSOR -> "WebNN's";
        };
    }

    private static String backend(CarryLocation location) {
        return switch (location) {
            case CPU -> "wasm";
            case GPU_BUFFER -> "webgpu";
            case ML_TENSOR -> "webnn";
        };
    }

    private static String ids(Collection<Backend> named) {
        return String.join(", ", named.stream().map(Backend::id).toList());
    }
}
