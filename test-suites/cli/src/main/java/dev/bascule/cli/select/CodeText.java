package dev.bascule.cli.select;

import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.studies.select.Candidate;
import dev.bascule.suites.suite.SuiteModel;
import java.util.Locale;
import java.util.Optional;

/** What all emitted code writes alike. Stateless. */
final class CodeText {
    private CodeText() {}

    /** Within a comment of one line: Java reads {@code \\u} escapes there, too. */
    static String comment(String text) {
        return PlainText.line(text).replace('\\', '/');
    }

    /** What an inference takes of the model's inputs, where that is more than one item. */
    static Optional<String> items(Candidate chosen) {
        return chosen.batch() == 1
                ? Optional.empty()
                : Optional.of(
                        "measured with %d items an inference: its inputs' first dimension".formatted(chosen.batch()));
    }

    /** How far the engine rewrote the graph. */
    static GraphOptimization level(Candidate chosen) {
        return chosen.configuration().graph().orElse(GraphOptimization.ALL);
    }

    static String device(Candidate chosen) {
        return chosen.target().deviceType().name().toLowerCase(Locale.ROOT);
    }

    /** Where the user has the model, as far as a reference tells. */
    static String file(SuiteModel model) {
        return model.reference().endsWith(".onnx") && !model.reference().contains(":")
                ? model.reference()
                : "model.onnx";
    }

    /** Within quotes, which YAML, JavaScript and Python read alike. */
    static String quoted(String text) {
        return isPlain(text) ? "'" + text + "'" : doubleQuoted(text);
    }

    /** As they and Java read it. */
    static String doubleQuoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static boolean isPlain(String text) {
        return text.indexOf('\'') < 0 && text.indexOf('\\') < 0;
    }
}
