package dev.bascule.studies.reduce;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.NumberWriter;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/** Plainer numbers: zeros, ones, small integers, few digits. */
final class DataCuts {
    private static final int SMALLEST = -3;
    private static final int GREATEST = 3;

    private DataCuts() {}

    static List<SmallerModel> of(ReproModel repro, RandomGenerator random) {
        List<SmallerModel> candidates = new ArrayList<>();
        ReproTensors.tensors(repro).forEach((name, tensor) -> {
            if (tensor.dtype() == DType.STRING || tensor.shape().elements() == 0) {
                return;
            }
            double[] integers = random.doubles(tensor.shape().elements())
                    .map(each -> Math.rint(SMALLEST + each * (GREATEST - SMALLEST)))
                    .toArray();
            Elements.Reader old = Elements.of(tensor);
            int plainness = plainness(tensor);
            if (plainness > 0) {
                add(candidates, repro, name, tensor, "all zero", index -> 0);
            }
            if (plainness > 1) {
                add(candidates, repro, name, tensor, "all one", index -> 1);
            }
            if (plainness > 2 && tensor.dtype().isFloat()) {
                add(candidates, repro, name, tensor, "small integers", index -> integers[index]);
                add(candidates, repro, name, tensor, "rounded to integers", index -> Math.rint(old.at(index)));
            }
            if (plainness > 3) {
                add(candidates, repro, name, tensor, "rounded to quarters", index -> Math.rint(old.at(index) * 4) / 4);
            }
        });
        return candidates;
    }

    /** 0 for zeros, 1 for ones, 2 for integers, 3 for quarters, 4 for anything else: nothing is to become less plain. */
    static int plainness(Tensor tensor) {
        Elements.Reader values = Elements.of(tensor);
        int worst = 0;
        int elements = Math.toIntExact(tensor.shape().elements());
        boolean allOne = true;
        for (int index = 0; index < elements; index++) {
            double value = values.at(index);
            allOne &= value == 1;
            int own = value == 0 ? 0 : value == Math.rint(value) ? 2 : value * 4 == Math.rint(value * 4) ? 3 : 4;
            worst = Math.max(worst, own);
        }
        return worst == 2 && allOne ? 1 : worst;
    }

    private static void add(
            List<SmallerModel> candidates,
            ReproModel repro,
            String name,
            Tensor tensor,
            String what,
            IntToDoubleFunction values) {
        Tensor other = NumberWriter.write(tensor.dtype(), tensor.shape(), values);
        if (!other.equals(tensor)) {
            candidates.add(
                    new SmallerModel("%s: %s".formatted(name, what), ReproTensors.with(repro, Map.of(name, other))));
        }
    }
}
