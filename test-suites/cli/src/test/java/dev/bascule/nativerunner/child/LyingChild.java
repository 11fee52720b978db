package dev.bascule.nativerunner.child;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.nativerunner.backends.CpuDriver;
import dev.bascule.nativerunner.job.MessageSink;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The native child's process with a lie in it: {@code LyingChild SOCKET LIE}, its token on standard input. It goes with its
 * parent's end of that.
 */
public final class LyingChild {

    /** What it lies about. */
    public enum Lie {
        /** It does not. */
        NONE,
        /** The engine's first outputs for all further inferences. */
        REPEATS,
        /** No word of what its iterations delivered. */
        SILENT,
        /** Deliveries of outputs that it never shipped. */
        PHANTOMS
    }

    private LyingChild() {}

    public static void main(String[] arguments) throws Exception {
        Lie lie = Lie.valueOf(arguments[1]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String token = in.readLine();
        Thread parent = new Thread(() -> {
            try {
                while (in.readLine() != null) {
                    // Only the end counts.
                }
            } catch (java.io.IOException e) {
                // As good as the end.
            }
            Runtime.getRuntime().halt(0);
        });
        parent.setDaemon(true);
        parent.start();
        AtomicReference<NativeRunner> runner = new AtomicReference<>();
        RunnerLink link = new RunnerLink(token, "liar", new RunnerLink.Listener() {
            @Override
            public void joined() {
                runner.get().introduce();
            }

            @Override
            public void received(Packet packet) {
                runner.get().accept(packet);
                if (packet instanceof Message.Bye) {
                    Runtime.getRuntime().halt(0);
                }
            }
        });
        MessageSink outlet = packet -> link.send(told(packet, lie));
        runner.set(
                new NativeRunner(served(lie), outlet, System::nanoTime, Path.of(System.getProperty("java.io.tmpdir"))));
        new SocketTransport(URI.create(arguments[0]), link, Backoff.STANDARD).run();
        Runtime.getRuntime().halt(0);
    }

    private static Packet told(Packet packet, Lie lie) {
        if (!(packet instanceof Message.Measured block)) {
            return packet;
        }
        Optional<List<Message.Delivery>> delivered = switch (lie) {
            case NONE, REPEATS -> block.delivered();
            case SILENT -> Optional.empty();
            case PHANTOMS ->
                Optional.of(List.of(new Message.Delivery(
                        block.iterations(),
                        block.delivered().orElseThrow().get(0).outputs().entrySet().stream()
                                .collect(java.util.stream.Collectors.toMap(
                                        Map.Entry::getKey, entry -> entry.getValue() + 3)))));
        };
        return new Message.Measured(
                block.job(), block.block(), block.iterations(), block.elapsedMs(), delivered, block.challenged());
    }

    private static ServedBackend served(Lie lie) {
        CpuDriver driver = new CpuDriver();
        return ServedBackend.of(
                lie == Lie.REPEATS
                        ? around(dev.bascule.fallback.driver.BackendDriver.class, driver, LyingChild::repeating)
                        : driver);
    }

    private static Object repeating(String method, Object answer) {
        if (!method.equals("open")) {
            return answer;
        }
        AtomicReference<Object> kept = new AtomicReference<>();
        return around(
                DriverSession.class,
                (DriverSession) answer,
                (call, feed) -> call.equals("feed") ? feed((DriverSession.Feed) feed, kept) : feed);
    }

    private static DriverSession.Feed feed(DriverSession.Feed feed, AtomicReference<Object> kept) {
        return around(DriverSession.Feed.class, feed, (call, results) -> {
            if (!call.equals("run")) {
                return results;
            }
            kept.compareAndSet(null, new Kept((DriverSession.Results) results));
            return kept.get();
        });
    }

    /** The engine's outputs as long as the process lives. */
    private record Kept(DriverSession.Results first) implements DriverSession.Results {
        @Override
        public List<String> names() {
            return first.names();
        }

        @Override
        public dev.bascule.fallback.tensor.Tensor tensor(String output)
                throws dev.bascule.fallback.driver.RefusedException {
            return first.tensor(output);
        }

        @Override
        public void close() {}
    }

    private interface Answers {
        Object instead(String method, Object answer);
    }

    private static <T> T around(Class<T> type, T real, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    try {
                        return answers.instead(method.getName(), method.invoke(real, given));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
