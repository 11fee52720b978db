package dev.bascule.studies.training;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Batches;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each step of a run is fed. Thread-safe. */
public final class StepOrder {
    private final TrainingTask task;
    private final long seed;
    private final TrainingPlan plan;
    private final Batches batches;
    private final DropoutMasks masks;
    private final Rearranging rearranging;

    /** What becomes of a step's samples, targets and masks before they are fed. */
    @FunctionalInterface
    public interface Rearranging {
        Rearranging NONE = (step, whole) -> whole;

        /** @param whole the inputs of a step whose first axis is the batch */
        Map<String, Tensor> of(long step, Map<String, Tensor> whole);
    }

    public StepOrder(TrainingTask task, long seed) {
        this(task, seed, Rearranging.NONE);
    }

    private StepOrder(TrainingTask task, long seed, Rearranging rearranging) {
        this.task = task;
        this.seed = seed;
        this.rearranging = rearranging;
        // Resident data would make no other scalars.
        this.plan = task.fed(seed, task.batch()).accumulating(task.form().accumulation());
        this.batches = new Batches(seed, task.data().train().count(), task.batch());
        this.masks = DropoutMasks.of(task, seed);
    }

    /** The same, but that what is fed is rearranged. */
    public StepOrder rearranged(Rearranging by) {
        return new StepOrder(task, seed, by);
    }

    /** Of a batch in one part. */
    public Map<String, Tensor> scalars(long step) {
        Map<String, Tensor> scalars = new LinkedHashMap<>();
        plan.scalars(step).forEach((name, value) -> scalars.put(name, Tensor.floats(Shape.of(), value)));
        return scalars;
    }

    /** So many samples of a step with their targets, from this one of the batch on; nothing of them is dropped. */
    public Map<String, Tensor> samples(long step, int from, int count) {
        Tensor all = batches.indices(step - 1);
        return labelled(
                Tensor.of(all.dtype(), Shape.of(count), all.data().slice(from * Long.BYTES, count * Long.BYTES)));
    }

    long seed() {
        return seed;
    }

    /** The inputs of a step, from 1 on, but for the state: of each of its parts, in order. */
    List<Map<String, Tensor>> parts(long step) {
        Map<String, Tensor> whole = new LinkedHashMap<>(
                task.resident()
                        ? Map.of(TrainingGraph.INDICES, batches.indices(step - 1))
                        : labelled(batches.indices(step - 1)));
        whole.putAll(masks.at(step));
        whole = rearranging.of(step, whole);
        int count = task.form().accumulation();
        List<Map<String, Tensor>> parts = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            Map<String, Tensor> inputs = new LinkedHashMap<>();
            for (Map.Entry<String, Tensor> each : whole.entrySet()) {
                inputs.put(each.getKey(), rows(each.getValue(), part, count));
            }
            plan.scalars((step - 1) * count + part + 1)
                    .forEach((name, value) -> inputs.put(name, Tensor.floats(Shape.of(), value)));
            parts.add(inputs);
        }
        return parts;
    }

    /** The samples and targets of a step, from 1 on, themselves, with the masks of what is dropped. */
    public Map<String, Tensor> samples(long step) {
        Map<String, Tensor> samples = new LinkedHashMap<>(labelled(batches.indices(step - 1)));
        samples.putAll(masks.at(step));
        return samples;
    }

    private Map<String, Tensor> labelled(Tensor indices) {
        Labelled batch = task.data().train().at(indices);
        return Map.of(
                TrainingGraph.SAMPLES,
                batch.samples(),
                TrainingGraph.TARGETS,
                batch.oneHot(task.data().classes().size()));
    }

    /** One of so many equal parts along the first axis. */
    private static Tensor rows(Tensor whole, int part, int parts) {
        if (parts == 1) {
            return whole;
        }
        List<Long> dims = new ArrayList<>(whole.shape().dims());
        dims.set(0, dims.get(0) / parts);
        ByteBuffer data = whole.data();
        int size = data.remaining() / parts;
        return Tensor.of(whole.dtype(), new Shape(dims), data.slice(data.position() + part * size, size));
    }
}
