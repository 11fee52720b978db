package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.rounding.Rounding;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Normalizations of images, whose second dimension is the channel. Stateless. */
final class ChannelKernels {
    private static final double EPSILON = 1e-5f;
    private static final int TRAINING_IS_ATTRIBUTE = 14;
    private static final int SCALE_PER_CHANNEL = 21;

    private ChannelKernels() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "BatchNormalization", ChannelKernels::batch,
                "InstanceNormalization", Kernel.of(ChannelKernels::instance),
                "GroupNormalization", Kernel.of(ChannelKernels::group));
    }

    private static List<Operand> batch(Call call) {
        boolean more = IntStream.range(1, call.outputs()).anyMatch(call::wants);
        if (more && call.opset() < TRAINING_IS_ATTRIBUTE) {
            throw new UnsupportedOperatorException("BatchNormalization in training, before version 14");
        }
        Reals x = call.reals(0);
        Reals mean = call.reals(3);
        Reals variance = call.reals(4);
        if (!call.flag("training_mode")) {
            return List.of(batch(call, x, mean, variance));
        }
        // Over all axes but that of the channels.
        Groups groups = Groups.over(
                x.dims(),
                LongStream.range(0, x.rank()).filter(axis -> axis != 1).toArray());
        Moments now = Moments.of(groups, x, call.rounding());
        Reals meanNow = now.mean().reshaped(mean.dims());
        Reals varianceNow = now.variance().reshaped(variance.dims());
        return List.of(
                batch(call, x, meanNow, varianceNow),
                running(call, mean, meanNow),
                running(call, variance, varianceNow));
    }

    private static Reals running(Call call, Reals before, Reals now) {
        double momentum = call.real("momentum", 0.9f);
        Reals kept = call.rounding().relative(before.mapped(value -> value * momentum), 1);
        Reals gained = call.rounding().relative(now.mapped(value -> value * (1 - momentum)), 2);
        return call.rounding().relative(Elementwise.plus(kept, gained), 1);
    }

    private static Reals batch(Call call, Reals x, Reals mean, Reals variance) {
        Rounding rounding = call.rounding();
        Reals inverse = Moments.inverse(variance, call.real("epsilon", EPSILON), rounding);
        Reals factor = rounding.relative(Elementwise.times(inverse, call.reals(1)), 1);
        return LinearMap.of(x, below(mean, x), below(factor, x), below(call.reals(2), x), rounding);
    }

    /** One number for each channel, or, as version 7 may have it, for each element of a batch's item, set below the channels. */
    private static Reals below(Reals parameter, Reals x) {
        if (x.rank() < 2) {
            // All is one channel.
            return parameter;
        }
        int[] dims = Arrays.copyOf(parameter.dims(), x.rank() - 1);
        Arrays.fill(dims, Math.min(parameter.rank(), dims.length), dims.length, 1);
        return parameter.reshaped(dims);
    }

    private static Reals instance(Call call) {
        Reals x = call.reals(0);
        return grouped(call, x, Groups.from(2, x.dims()), below(call.reals(1), x), below(call.reals(2), x));
    }

    private static Reals group(Call call) {
        Reals x = call.reals(0);
        int groups = (int) call.integer("num_groups", 1);
        int channels = x.dims()[1];
        int[] dims = new int[x.rank() + 1];
        dims[0] = x.dims()[0];
        dims[1] = groups;
        dims[2] = channels / groups;
        System.arraycopy(x.dims(), 2, dims, 3, x.rank() - 2);
        int[] parameter = new int[x.rank()];
        Arrays.fill(parameter, 1);
        parameter[0] = groups;
        parameter[1] = call.opset() < SCALE_PER_CHANNEL ? 1 : channels / groups;
        Reals split = x.reshaped(dims);
        return grouped(
                        call,
                        split,
                        Groups.from(2, dims),
                        call.reals(1).reshaped(parameter),
                        call.reals(2).reshaped(parameter))
                .reshaped(x.dims());
    }

    private static Reals grouped(Call call, Reals x, Groups groups, Reals scale, Reals bias) {
        Rounding rounding = call.rounding();
        Moments moments = Moments.of(groups, x, rounding);
        Reals inverse = Moments.inverse(moments.variance(), call.real("epsilon", EPSILON), rounding);
        Reals factor = rounding.relative(Elementwise.times(inverse, scale), 1);
        return LinearMap.of(x, moments.mean(), factor, bias, rounding);
    }
}
