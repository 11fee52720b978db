package dev.bascule.fallback.attempt;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExportAdvice;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Remedies nearer than a code's own, from what an engine's message names: an opset, a library, an operator. Stateless. */
final class EngineAdvice {
    private static final Pattern OPSET = Pattern.compile("official support for domain (\\S*) ?is till opset (\\d+)");
    private static final Pattern IR = Pattern.compile("IR version:? \\d+, max supported IR version:? (\\d+)");
    private static final Pattern LIBRARY =
            Pattern.compile("(lib[\\w+-]+\\.so[.\\d]*|[\\w-]+\\.dll|lib[\\w+-]+\\.dylib)");
    private static final Pattern OPERATOR =
            Pattern.compile("Could not find an implementation for ([\\w.]+)\\((\\d+)\\)");

    /** Whose library it is, by how its name begins, and what brings it. */
    private enum Maker {
        CUDA("cuda|cudart|cublas|cudnn|cufft|curand|nvrtc|cusparse|nvjitlink", "bascule install cuda"),
        TENSORRT("nvinfer|nvonnxparser", "bascule install tensorrt"),
        ROCM("amdhip|hip|roc|migraphx|miopen|hsa", "bascule install rocm"),
        OPENVINO("openvino|tbb", "bascule install openvino"),
        VULKAN("vulkan", "install libvulkan1 (Debian, Ubuntu) or vulkan-loader (Fedora)");

        private final Pattern begins;
        private final String brings;

        Maker(String begins, String brings) {
            this.begins = Pattern.compile("(lib)?(%s).*".formatted(begins), Pattern.CASE_INSENSITIVE);
            this.brings = brings;
        }
    }

    private EngineAdvice() {}

    /** Nearer remedies; none where the message names nothing to go by. */
    static List<String> of(ErrorCode code, String message) {
        return switch (code) {
            case OPSET_UNSUPPORTED -> opset(message).stream().toList();
            case LIBRARY_MISSING -> library(message).stream().toList();
            case OPERATOR_UNSUPPORTED -> operator(message).stream().toList();
            default -> List.of();
        };
    }

    private static Optional<String> opset(String message) {
        Matcher opset = OPSET.matcher(message);
        if (opset.find()) {
            return Optional.of(ExportAdvice.opset(opset.group(1), Long.parseLong(opset.group(2))));
        }
        Matcher ir = IR.matcher(message);
        return ir.find() ? Optional.of(ExportAdvice.irVersion(Long.parseLong(ir.group(1)))) : Optional.empty();
    }

    private static Optional<String> library(String message) {
        Matcher named = LIBRARY.matcher(message);
        String library = "";
        while (named.find()) {
            // The last one: loaders name what they were loading before what they did not find for it.
            library = named.group(1);
        }
        if (library.isEmpty()) {
            return Optional.empty();
        }
        for (Maker maker : Maker.values()) {
            if (maker.begins.matcher(library).matches()) {
                return Optional.of("%s is missing: %s".formatted(library, maker.brings));
            }
        }
        return Optional.of("%s is missing: install the package that has it, or put its folder on the loader's path"
                .formatted(library));
    }

    private static Optional<String> operator(String message) {
        Matcher named = OPERATOR.matcher(message);
        return named.find()
                ? Optional.of(
                        "this backend has no kernel of %s (opset %s) for these types: another backend, float32, or an opset in which it reads otherwise; `bascule matrix --ops %s` shows who has it"
                                .formatted(named.group(1), named.group(2), named.group(1)))
                : Optional.empty();
    }
}
