package dev.bascule.studies.training;

import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerSession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A launcher of real runners that hear something else than what they are asked. Stateless. */
final class TamperedRunner {
    private TamperedRunner() {}

    static Launcher of(Launcher real, UnaryOperator<Job> jobs, UnaryOperator<AdvanceRequest> steps) {
        return wrapped(Launcher.class, real, (method, arguments, answer) -> {
            if (answer instanceof Launcher.Launch.Started started) {
                return new Launcher.Launch.Started(launched(started.launched(), jobs, steps));
            }
            return answer instanceof Launcher other ? of(other, jobs, steps) : answer;
        });
    }

    private static LaunchedRunner launched(
            LaunchedRunner real, UnaryOperator<Job> jobs, UnaryOperator<AdvanceRequest> steps) {
        return wrapped(LaunchedRunner.class, real, (method, arguments, answer) -> {
            if (answer instanceof Launcher.Launch.Started started) {
                return new Launcher.Launch.Started(launched(started.launched(), jobs, steps));
            }
            return answer instanceof Runner runner ? runner(runner, jobs, steps) : answer;
        });
    }

    private static Runner runner(Runner real, UnaryOperator<Job> jobs, UnaryOperator<AdvanceRequest> steps) {
        return proxy(Runner.class, (proxy, method, arguments) -> {
            if (method.getName().equals("open")) {
                Reply<RunnerSession> reply = real.open(jobs.apply((Job) arguments[0]), (Duration) arguments[1]);
                return reply.map(session -> proxy(
                        RunnerSession.class,
                        (own, asked, words) -> asked.getName().equals("advance")
                                ? session.advance(steps.apply((AdvanceRequest) words[0]), (Duration) words[1])
                                : call(session, asked, words)));
            }
            return call(real, method, arguments);
        });
    }

    /** What an answer becomes. */
    private interface Answered {
        Object of(Method method, Object[] arguments, Object answer);
    }

    private static <T> T wrapped(Class<T> type, T real, Answered answered) {
        return proxy(type, (proxy, method, arguments) -> answered.of(method, arguments, call(real, method, arguments)));
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
