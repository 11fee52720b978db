package dev.bascule.models.source;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.models.graph.OnnxModelFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The characters that a model reads, as PaddleOCR's export keeps them in the model's metadata. Stateless. */
final class CharacterSet {
    private static final String KEY = "character";

    private CharacterSet() {}

    /** With the alphabet of the file, where the answer needs one and has none. */
    static AnswerSpec read(AnswerSpec answer, Path file) {
        return answer instanceof AnswerSpec.Ctc ctc && ctc.alphabet().isEmpty()
                ? new AnswerSpec.Ctc(ctc.output(), ctc.blank(), alphabet(file))
                : answer;
    }

    /** The blank, one character a line, and the space, which the list leaves out. */
    private static List<String> alphabet(Path file) {
        List<String> alphabet = new ArrayList<>(List.of(""));
        OnnxModelFile.open(file).proto().getMetadataPropsList().stream()
                .filter(entry -> entry.getKey().equals(KEY))
                .findFirst()
                .ifPresent(entry -> alphabet.addAll(List.of(entry.getValue().split("\n", -1))));
        alphabet.add(" ");
        return alphabet;
    }
}
