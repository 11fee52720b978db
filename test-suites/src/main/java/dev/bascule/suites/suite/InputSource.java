package dev.bascule.suites.suite;

import java.nio.file.Path;

/** Where an input of a model comes from. An input that no source is named for is generated from the seed. */
public sealed interface InputSource {

    /** A file: {@code .npy} and {@code .pb} hold a tensor, a sound or a picture goes through the model's pipeline. */
    record File(Path path) implements InputSource {}

    /** A sentence for the text pipeline, or the one element of a string input. */
    record Text(String text) implements InputSource {}

    /** A number, a truth value, or (nested) lists of them in JSON notation, such as {@code [[1, 2], [3, 4]]}. */
    record Literal(String json) implements InputSource {}

    /** The output of this name of the model's pipeline. */
    record FromPipeline(String output) implements InputSource {}
}
