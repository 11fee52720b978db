package dev.bascule.studies.quantization;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.TrainedMethod;
import java.util.List;
import java.util.Optional;

/**
 * A model of its own, or why there is none. Immutable.
 *
 * @param name of its method, or {@link #ORIGINAL}
 * @param summary what was done, a sentence
 * @param made the file; empty where there is none
 * @param refused why there is none; blank where there is one
 * @param peer whose program makes it, made or refused, as {@code onnxruntime}; empty of what is made here
 */
public record Variant(String name, String summary, Optional<File> made, String refused, Optional<String> peer) {
    /** The name of the model as it is. */
    public static final String ORIGINAL = "unquantised";
    /** How names of the same model, opened again beside itself, begin. */
    public static final String AGAIN = ORIGINAL + " again ";

    /**
     * A variant's file.
     *
     * @param method empty of the model as it is
     * @param artifact where it is
     * @param deflated its bytes deflated (zlib's level 6)
     * @param recipe on one line
     * @param integers whether it asks for products of integers
     * @param layers what was changed
     * @param notes for the reader
     * @param flags what does not hold of what its method tells
     */
    public record File(
            Optional<Method> method,
            ModelArtifact artifact,
            long deflated,
            String recipe,
            boolean integers,
            List<LayerChange> layers,
            List<String> notes,
            List<String> flags) {
        public File {
            layers = List.copyOf(layers);
            notes = List.copyOf(notes);
            flags = List.copyOf(flags);
        }
    }

    /** Made by whom its file's method tells; what is refused is taken as made here. */
    public Variant(String name, String summary, Optional<File> made, String refused) {
        this(name, summary, made, refused, made.flatMap(File::method).flatMap(Method::peer));
    }

    /** What a method refused. */
    static Variant refused(Method method, String why) {
        return new Variant(method.name(), method.summary(), Optional.empty(), why, method.peer());
    }

    /** The same file under another name. */
    Variant again(int number) {
        return new Variant(AGAIN + number, "the model as it is, in one more process", made, "");
    }

    boolean isOriginal() {
        return name.equals(ORIGINAL);
    }

    /** Whether it learnt from labelled samples. */
    public boolean isTrained() {
        return made.flatMap(File::method)
                .filter(TrainedMethod.class::isInstance)
                .isPresent();
    }

    /** Whether samples that calibrate had a say in it. */
    public boolean isCalibrated() {
        return made.flatMap(File::method).map(Method::seesCalibration).orElse(false);
    }
}
