package dev.bascule.fallback.protocol;

import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import dev.bascule.fallback.work.ModelWork;
import java.util.List;
import java.util.Optional;

/** Kernels of a model's graph, as messages carry them and as the rest of Bascule speaks of them. Stateless. */
public final class KernelWire {
    private KernelWire() {}

    /** Empty where there are none, so that a message says nothing of them. */
    public static Optional<List<Message.KernelInfo>> infos(List<Kernel> kernels) {
        return Optional.of(kernels)
                .filter(some -> !some.isEmpty())
                .map(some -> some.stream()
                        .map(kernel -> new Message.KernelInfo(
                                kernel.operator(),
                                kernel.provider(),
                                infosOf(kernel.inputs()),
                                infosOf(kernel.outputs()),
                                kernel.count(),
                                kernel.millis()))
                        .toList());
    }

    private static List<Message.KernelTensorInfo> infosOf(List<KernelTensor> tensors) {
        return tensors.stream()
                .map(tensor -> new Message.KernelTensorInfo(tensor.type(), tensor.shape()))
                .toList();
    }

    /** @throws IllegalArgumentException where one of them cannot be: the rest would be no whole graph */
    static List<Kernel> kernels(List<Message.KernelInfo> infos) {
        if (infos.size() > ModelWork.MOST_KERNELS) {
            throw new IllegalArgumentException("it tells of %d different kernels".formatted(infos.size()));
        }
        return infos.stream()
                .map(info -> new Kernel(
                        info.operator(),
                        info.provider(),
                        tensors(info.inputs()),
                        tensors(info.outputs()),
                        info.count(),
                        info.millis()))
                .toList();
    }

    private static List<KernelTensor> tensors(List<Message.KernelTensorInfo> infos) {
        return infos.stream()
                .map(info -> new KernelTensor(info.type(), info.shape()))
                .toList();
    }
}
