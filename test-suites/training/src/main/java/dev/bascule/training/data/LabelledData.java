package dev.bascule.training.data;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Labelled samples with a fixed split. Immutable and thread-safe.
 *
 * @param name as on the command line
 * @param origin where it is from, and what is known of it, a sentence
 * @param classes their names; a label is the place in this list
 * @param train what is learned from, as it is fed
 * @param test what was held back, made as {@code train} was
 * @param normalisation what was done to each number of a sample
 * @param vocabulary how many tokens there are, where samples are tokens
 * @param split which sample of the source went where
 */
public record LabelledData(
        String name,
        String origin,
        List<String> classes,
        Labelled train,
        Labelled test,
        Normalisation normalisation,
        OptionalInt vocabulary,
        Split split) {

    public LabelledData {
        classes = List.copyOf(classes);
        if (!train.sample().equals(test.sample())
                || train.samples().dtype() != test.samples().dtype()) {
            throw new IllegalArgumentException("samples of two kinds: %s and %s".formatted(train, test));
        }
    }

    /** The type of a sample: 32-bit floats, or 64-bit whole numbers where samples are tokens. */
    public DType dtype() {
        return train.samples().dtype();
    }

    /** The shape of one sample. */
    public Shape sample() {
        return train.sample();
    }

    /** Of samples as they are fed, labels, names of classes and split: equal data has an equal one on every machine. */
    public String sha256() {
        MessageDigest digest = Sha256.digest();
        add(digest, String.join("\n", classes));
        for (Labelled part : List.of(train, test)) {
            for (Tensor tensor : List.of(part.samples(), part.labels())) {
                add(digest, tensor.toString());
                digest.update(tensor.data());
            }
        }
        return Sha256.hex(digest);
    }

    /** The share of the commonest class of the test part: what is right without looking. */
    public double chance() {
        long most = IntStream.range(0, test.count())
                .boxed()
                .collect(Collectors.groupingBy(test::label, Collectors.counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        return (double) most / test.count();
    }

    private static void add(MessageDigest digest, String text) {
        digest.update((text + "\0").getBytes(StandardCharsets.UTF_8));
    }
}
