package dev.bascule.studies.distribute;

import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.RunnerSession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;

/**
 * Launches what another one does, and says when an inference begins there, on the thread that asks for it.
 *
 * @param inference hears of each
 */
record Overheard(Launcher inner, Runnable inference) implements Launcher {

    @Override
    public String id() {
        return inner.id();
    }

    @Override
    public Launch launch(RunnerGateway gateway, Duration timeout) {
        Launch made = inner.launch(gateway, timeout);
        return made instanceof Launch.Started started
                ? new Launch.Started(launched(started.launched(), inference))
                : made;
    }

    /** The same, overheard. */
    static LaunchedRunner launched(LaunchedRunner launched, Runnable inference) {
        return around(
                LaunchedRunner.class,
                launched,
                (method, answer) -> method.equals("runner") ? runner((Runner) answer, inference) : answer,
                method -> {});
    }

    private static Runner runner(Runner runner, Runnable inference) {
        return around(
                Runner.class,
                runner,
                (method, answer) -> method.equals("open") && answer instanceof Reply.Ok<?> ok
                        ? new Reply.Ok<>(session((RunnerSession) ok.value(), inference))
                        : answer,
                method -> {});
    }

    private static RunnerSession session(RunnerSession session, Runnable inference) {
        return around(RunnerSession.class, session, (method, answer) -> answer, method -> {
            if (method.equals("infer")) {
                inference.run();
            }
        });
    }

    /** Looks at an answer. */
    private interface Look {
        Object at(String method, Object answer);
    }

    private interface Before {
        void call(String method);
    }

    private static <T> T around(Class<T> type, T inner, Look look, Before before) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            before.call(method.getName());
            return look.at(method.getName(), call(inner, method, arguments));
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object inner, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(inner, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
