package dev.bascule.app.local;

import dev.bascule.quantization.Method;
import dev.bascule.quantization.method.Methods;
import dev.bascule.studies.quantization.MethodSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Those of {@code quantization}, those that train last, and combinations of them. Immutable. */
public final class QuantizationMethods implements MethodSet {

    @Override
    public List<Method> all() {
        return Stream.of(Methods.all(), Methods.hybrid(), Methods.trained())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Optional<Method> named(String name) {
        return Methods.named(name)
                .or(() -> Stream.concat(Methods.hybrid().stream(), Methods.npu().stream())
                        .filter(method -> method.name().equals(name))
                        .findFirst());
    }
}
