package dev.bascule.models.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The signature of a model's {@code forward}, from the code in its archive, which PyTorch writes in a plain form (one
 * parameter a line, types always given; torch/csrc/jit/serialization/python_print.cpp). Immutable.
 *
 * @param parameters all but {@code self}, in order
 * @param result the type that it returns
 */
record TorchForward(List<Parameter> parameters, String result) {

    /** @param optional whether it may be left out, for it has a default */
    record Parameter(String name, String type, boolean optional) {
        boolean isTensor() {
            return type.equals("Tensor");
        }
    }

    private static final Pattern FORWARD = Pattern.compile(
            "^ {2}def forward\\(self: [^,)]+(?:,\\s*(.*?))?\\) -> ([^\\n]*):$", Pattern.DOTALL | Pattern.MULTILINE);

    TorchForward {
        parameters = List.copyOf(parameters);
    }

    /** The signature in this class; empty where it has no {@code forward}. */
    static Optional<TorchForward> find(String code, String className) {
        Matcher begin = Pattern.compile("^class " + Pattern.quote(className) + "\\(Module\\):$", Pattern.MULTILINE)
                .matcher(code);
        if (!begin.find()) {
            return Optional.empty();
        }
        int next = code.indexOf("\nclass ", begin.end());
        String body = code.substring(begin.end(), next < 0 ? code.length() : next);
        Matcher forward = FORWARD.matcher(body);
        return forward.find()
                ? Optional.of(new TorchForward(
                        parameters(Optional.ofNullable(forward.group(1)).orElse("")),
                        String.valueOf(forward.group(2)).strip()))
                : Optional.empty();
    }

    private static List<Parameter> parameters(String text) {
        List<Parameter> parameters = new ArrayList<>();
        for (String one : split(text)) {
            int colon = one.indexOf(':');
            String type = one.substring(colon + 1);
            int equals = type.indexOf('=');
            parameters.add(new Parameter(
                    one.substring(0, Math.max(0, colon)).strip(),
                    (equals < 0 ? type : type.substring(0, equals)).strip(),
                    equals >= 0));
        }
        return parameters;
    }

    /** At commas outside of brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts.stream().map(String::strip).filter(part -> !part.isEmpty()).toList();
    }

    /** The names of the outputs as Bascule calls them; empty where only a run tells how many there are. */
    List<String> outputs() {
        if (result.equals("Tensor")) {
            return List.of("output");
        }
        if (!result.startsWith("Tuple[") || !result.endsWith("]")) {
            return List.of();
        }
        List<String> elements = split(result.substring("Tuple[".length(), result.length() - 1));
        if (!elements.stream().allMatch("Tensor"::equals)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            names.add(elements.size() == 1 ? "output" : "output" + i);
        }
        return names;
    }

    /** Whether it gives tensors, alone or in a tuple, list or dictionary. */
    boolean givesTensors() {
        return !outputs().isEmpty() || result.equals("List[Tensor]") || result.equals("Dict[str, Tensor]");
    }
}
