package dev.bascule.training.network;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.List;

/** The networks by name. Stateless. */
public final class Networks {
    /** Pictures are halved twice. */
    private static final long LEAST_SIDE = 4;

    private static final List<String> NAMES = List.of("mlp", "lenet", "resnet-micro", "transformer-micro", "gru");

    private static final String PICTURES = "pictures [height, width] or [channels, height, width] of at least %d by %d"
            .formatted(LEAST_SIDE, LEAST_SIDE);

    private static final String SEQUENCES =
            "tokens, or rows [steps, features] or [1, steps, features], of at most %d steps";

    private Networks() {}

    /** Their names on the command line. */
    public static List<String> names() {
        return NAMES;
    }

    /** A network for samples of 32-bit floats. */
    public static Network of(String name, Shape sample, int classes) {
        return of(name, Task.of(sample, classes));
    }

    /**
     * A network of the size that the task has.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} when such samples are nothing for it; {@link ErrorCode#USAGE_ERROR} when
     *     there is no such network
     */
    public static Network of(String name, Task task) {
        Shape sample = task.sample();
        return switch (name) {
            case "mlp" -> {
                require(task.dtype() == DType.FLOAT32, name, task, "samples of floats");
                yield new Mlp(sample, task.classes());
            }
            case "lenet" -> {
                require(isPicture(task), name, task, PICTURES);
                yield new LeNet(sample, task.classes());
            }
            case "resnet-micro" -> {
                require(isPicture(task), name, task, PICTURES);
                yield new ResNetMicro(sample, task.classes());
            }
            case "transformer-micro" -> {
                long most = TransformerMicro.MOST_POSITIONS;
                require(isSequence(task, most), name, task, SEQUENCES.formatted(most));
                yield new TransformerMicro(task);
            }
            case "gru" -> {
                long most = UnrolledGru.MOST_STEPS;
                require(isSequence(task, most), name, task, SEQUENCES.formatted(most));
                yield new UnrolledGru(task);
            }
            default ->
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "there is no network '%s'".formatted(name),
                        "networks are " + String.join(", ", NAMES));
        };
    }

    private static boolean isSequence(Task task, long most) {
        Shape sample = task.sample();
        boolean fits = task.dtype() == DType.INT64
                ? sample.rank() == 1
                : task.dtype() == DType.FLOAT32
                        && (sample.rank() == 2
                                || sample.rank() == 3 && sample.dims().get(0) == 1);
        return fits && Steps.length(sample) <= most;
    }

    private static boolean isPicture(Task task) {
        Shape sample = task.sample();
        return task.dtype() == DType.FLOAT32
                && (sample.rank() == 2 || sample.rank() == 3)
                && sample.dims().subList(sample.rank() - 2, sample.rank()).stream()
                        .allMatch(side -> side >= LEAST_SIDE);
    }

    private static void require(boolean fits, String name, Task task, String wanted) {
        if (!fits) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "%s is for %s, and samples are %s%s"
                            .formatted(name, wanted, task.dtype().wireName(), task.sample()),
                    "take other data, or another network: " + String.join(", ", NAMES));
        }
    }
}
