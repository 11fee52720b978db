package dev.bascule.app.quantizer;

import dev.bascule.app.install.OnnxRuntimeQuantization;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.packages.Commands;
import dev.bascule.nativerunner.library.LibrarySet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Python of this machine with the set that was installed for its version.
 *
 * @param program as it is started
 * @param set what it imports
 */
public record QuantizerPython(String program, LibrarySet set) {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final List<String> USUAL = List.of("python3", "python");
    private static final String SIGN = "bascule:";
    private static final String QUESTION = "import sys; print('" + SIGN + "%d.%d' % sys.version_info[:2])";
    private static final String INSTALL = "bascule install " + LibrarySet.ONNX_RUNTIME_QUANTIZATION;

    /** Of the Python that is on PATH, as {@code 3.11}; empty where none answers. */
    public static Optional<String> version(Commands commands) {
        return USUAL.stream()
                .flatMap(program -> version(program, commands).stream())
                .findFirst();
    }

    private static Optional<String> version(String program, Commands commands) {
        try {
            Commands.Result answer = commands.ask(List.of(program, "-I", "-c", QUESTION), ANSWER);
            return answer.code() == 0 ? read(answer.output()) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    static Optional<String> read(String output) {
        return output.lines()
                .filter(line -> line.startsWith(SIGN))
                .map(line -> line.substring(SIGN.length()).strip())
                .findFirst();
    }

    /** @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where nothing is installed, or no Python imports it */
    public static QuantizerPython find(HostEnvironment host, Commands commands) {
        List<String> installed = OnnxRuntimeQuantization.PYTHONS.stream()
                .filter(python -> LibrarySet.find(host, OnnxRuntimeQuantization.set(python))
                        .isPresent())
                .toList();
        if (installed.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.PART_UNAVAILABLE,
                    "the peer onnxruntime is unavailable, because its quantiser is not installed",
                    INSTALL);
        }
        for (String python : installed) {
            Optional<String> program = Stream.concat(USUAL.stream(), Stream.of("python" + python))
                    .filter(each ->
                            version(each, commands).filter(python::equals).isPresent())
                    .findFirst();
            if (program.isPresent()) {
                return new QuantizerPython(
                        program.orElseThrow(),
                        LibrarySet.find(host, OnnxRuntimeQuantization.set(python))
                                .orElseThrow());
            }
        }
        throw new BasculeException(
                ErrorCode.PART_UNAVAILABLE,
                "the peer onnxruntime is unavailable: its quantiser is installed for Python %s, which is not on PATH"
                        .formatted(String.join(" and ", installed)),
                "put such a python3 on PATH",
                INSTALL + ", for the one that is");
    }
}
