package dev.bascule.app.environment;

import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.fallback.usage.UsageMeter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Real run environments on which nobody notices what other programs do. Tests run beside others, and of a noisy cell no
 * speed is judged: what is to be judged for its speed is measured here.
 */
public final class QuietRunEnvironments {
    private QuietRunEnvironments() {}

    /** @param factory makes what is quiet */
    public static RunEnvironmentFactory of(RunEnvironmentFactory factory) {
        return (request, times, listener) -> quiet(factory.open(request, times, listener));
    }

    private static RunEnvironment quiet(RunEnvironment environment) {
        return (RunEnvironment) Proxy.newProxyInstance(
                RunEnvironment.class.getClassLoader(),
                new Class<?>[] {RunEnvironment.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "noise" -> NoiseMeter.DEAF;
                    case "usage" -> UsageMeter.none("nobody watched");
                    default -> {
                        try {
                            yield method.invoke(environment, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                });
    }
}
