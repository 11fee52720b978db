package dev.bascule.app.local;

import dev.bascule.quantization.Method;
import dev.bascule.quantization.method.Methods;
import dev.bascule.studies.quantization.MethodSet;
import java.util.List;
import java.util.Optional;

/** Those of {@code quantization}, and combinations of them. Immutable. */
public final class QuantizationMethods implements MethodSet {

    @Override
    public List<Method> all() {
        return Methods.all();
    }

    @Override
    public Optional<Method> named(String name) {
        return Methods.named(name);
    }
}
