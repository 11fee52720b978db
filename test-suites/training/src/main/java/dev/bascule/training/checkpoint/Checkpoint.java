package dev.bascule.training.checkpoint;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Batches;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A training run between two steps. Immutable.
 *
 * @param step how many steps were done
 * @param position of the next batch
 * @param state what the next step is given of each carried input: parameters and moments, by name
 */
public record Checkpoint(CheckpointOrigin origin, long step, Batches.Position position, Map<String, Tensor> state) {
    /** Tensors that a refusal names: an optimizer or a network that is another makes all of them others. */
    private static final int SHOWN = 3;

    public Checkpoint {
        if (step < 0) {
            throw new IllegalArgumentException("step " + step);
        }
        state = Collections.unmodifiableMap(new LinkedHashMap<>(state));
    }

    /** Of names, shapes and bytes of the state. */
    public String stateSha256() {
        MessageDigest digest = Sha256.digest();
        new TreeMap<>(state).forEach((name, tensor) -> {
            digest.update("%s\0%s\0".formatted(name, tensor).getBytes(StandardCharsets.UTF_8));
            digest.update(tensor.data());
        });
        return Sha256.hex(digest);
    }

    /**
     * Refuses to go on with what this is no checkpoint of.
     *
     * @param wanted what is to go on
     * @param initial its carried inputs as they are before the first step
     * @param batches its data, step by step: the step and the position must be the same place in them
     * @throws BasculeException {@link ErrorCode#CHECKPOINT_INVALID}, with all that differs
     */
    public void require(CheckpointOrigin wanted, Map<String, Tensor> initial, Batches batches) {
        List<String> different = new ArrayList<>(wanted.differences(origin));
        List<String> tensors = new ArrayList<>();
        initial.forEach((name, tensor) -> {
            Tensor here = state.get(name);
            if (here == null) {
                tensors.add("no '%s'".formatted(name));
            } else if (here.dtype() != tensor.dtype() || !here.shape().equals(tensor.shape())) {
                tensors.add("'%s' is %s, not %s".formatted(name, here, tensor));
            }
        });
        state.keySet().stream()
                .filter(name -> !initial.containsKey(name))
                .sorted()
                .forEach(name -> tensors.add("a '%s' that is not wanted".formatted(name)));
        different.addAll(tensors.subList(0, Math.min(SHOWN, tensors.size())));
        if (tensors.size() > SHOWN) {
            int more = tensors.size() - SHOWN;
            different.add("%d more %s".formatted(more, more == 1 ? "tensor" : "tensors"));
        }
        if (different.isEmpty() && !batches.position(step).equals(position)) {
            different.add("its step %d begins at %s of the data, not at %s"
                    .formatted(step, words(batches.position(step)), words(position)));
        }
        if (!different.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.CHECKPOINT_INVALID, "the checkpoint is of another run: " + String.join("; ", different));
        }
    }

    private static String words(Batches.Position at) {
        return "batch %d of epoch %d with seed %d".formatted(at.index() + 1, at.epoch() + 1, at.seed());
    }

    /**
     * Writes it: the file is there whole or as it was before.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public void write(Path file) {
        CheckpointFile.write(this, file);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws BasculeException {@link ErrorCode#CHECKPOINT_INVALID}
     */
    public static Checkpoint read(Path file) {
        return CheckpointFile.read(file);
    }
}
