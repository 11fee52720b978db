package dev.bascule.nativerunner.torch;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Updates as {@code torch.optim} documents them, of PyTorch's own operations. DJL's are not: they put Adam's epsilon before the
 * correction of its bias, and take 1 − β in 32 bits, a hundred-thousandth away. Belongs to one thread.
 */
final class TorchOptimizer {
    private final TorchUpdate update;
    private final NDManager manager;
    private final Map<String, NDArray> moments = new HashMap<>();

    TorchOptimizer(TorchUpdate update, NDManager manager) {
        this.update = update;
        this.manager = manager;
    }

    /**
     * Changes a parameter in place.
     *
     * @param step from 1 on
     * @param rate of learning
     * @param gradient of the same type; it is changed
     */
    void apply(String name, NDArray parameter, NDArray gradient, boolean decays, long step, double rate) {
        double decay = decays ? update.weightDecay() : 0;
        if (update.kind() == TorchUpdate.Kind.ADAMW) {
            parameter.muli(1 - rate * decay);
        } else if (decay != 0) {
            gradient.addi(parameter.mul(scalar(parameter, decay)));
        }
        if (update.kind() == TorchUpdate.Kind.SGD) {
            descend(name, parameter, gradient, step, rate);
        } else {
            adapt(name, parameter, gradient, step, rate);
        }
    }

    private void descend(String name, NDArray parameter, NDArray gradient, long step, double rate) {
        NDArray direction = gradient;
        if (update.momentum() != 0) {
            NDArray kept = moment(name + ".momentum", parameter);
            // The first gradient is taken whole, as all are: there is no dampening.
            kept.muli(step == 1 ? 0 : update.momentum());
            kept.addi(gradient);
            direction = update.nesterov() ? gradient.add(kept.mul(scalar(kept, update.momentum()))) : kept;
        }
        parameter.subi(direction.mul(scalar(parameter, rate)));
    }

    private void adapt(String name, NDArray parameter, NDArray gradient, long step, double rate) {
        NDArray mean = moment(name + ".mean", parameter);
        mean.muli(update.beta1());
        mean.addi(gradient.mul(scalar(parameter, 1 - update.beta1())));
        NDArray square = moment(name + ".square", parameter);
        square.muli(update.beta2());
        square.addi(gradient.mul(gradient).mul(scalar(parameter, 1 - update.beta2())));
        double size = rate / (1 - Math.pow(update.beta1(), step));
        NDArray root = square.sqrt().div(scalar(parameter, Math.sqrt(1 - Math.pow(update.beta2(), step))));
        NDArray direction = mean.div(root.add(scalar(parameter, update.epsilon())));
        parameter.subi(direction.mul(scalar(parameter, size)));
    }

    /** Of the type of an array, for a number of another type would make the result one of that. */
    private NDArray scalar(NDArray like, double value) {
        return manager.create(value).toType(like.getDataType(), false);
    }

    private NDArray moment(String name, NDArray like) {
        return Optional.ofNullable(moments.get(name)).orElseGet(() -> {
            NDArray zeros = TorchTraining.kept(manager.zeros(like.getShape(), like.getDataType()));
            moments.put(name, zeros);
            return zeros;
        });
    }
}
