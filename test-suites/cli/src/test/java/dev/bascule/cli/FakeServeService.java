package dev.bascule.cli;

import dev.bascule.app.local.ServeService;
import dev.bascule.bridge.server.RouteProvider;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.RunService;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Plays serving: these guests come, one after the other, and each one's runs come out as the test says. */
final class FakeServeService implements ServeService {
    final Queue<FakeDevice> coming = new ConcurrentLinkedQueue<>();
    Optional<ListenAddress> entry = Optional.empty();
    List<Link> links = List.of(new Link(URI.create("http://127.0.0.1:4711/attach.html#token=secret"), true));
    Optional<String> fingerprint = Optional.empty();
    volatile boolean closed;
    /** When to interrupt the thread that serves, as Ctrl-C does. */
    BooleanSupplier interruptWhen = () -> false;

    FakeServeService with(FakeDevice guest) {
        coming.add(guest);
        return this;
    }

    @Override
    public Serving open(ListenAddress asked, List<RouteProvider> web, Listener listener) {
        entry = Optional.of(asked);
        return new Serving() {
            @Override
            public List<Link> links() {
                return links;
            }

            @Override
            public List<URI> addresses() {
                return List.of(URI.create("http://127.0.0.1:4711"));
            }

            @Override
            public Optional<String> fingerprint() {
                return fingerprint;
            }

            @Override
            public Optional<ConnectedDevice> next(Duration limit) throws InterruptedException {
                Optional<ConnectedDevice> next = Optional.ofNullable(coming.poll());
                if (next.isEmpty()) {
                    Thread.sleep(limit.toMillis());
                    if (interruptWhen.getAsBoolean()) {
                        Thread.currentThread().interrupt();
                    }
                }
                return next;
            }

            @Override
            public void close() {
                closed = true;
            }
        };
    }

    /** A device that is played. */
    static final class FakeDevice implements ConnectedDevice {
        final List<String> told = new CopyOnWriteArrayList<>();
        final FakeRunService fake = new FakeRunService();
        RunService service = fake;
        Optional<String> gone = Optional.empty();
        Optional<Boolean> secure = Optional.of(true);
        String address = "192.168.1.9";
        volatile Optional<String> farewell = Optional.empty();
        private final String name;

        FakeDevice(String name) {
            this.name = name;
        }

        FakeDevice from(String other) {
            address = other;
            return this;
        }

        List<String> told() {
            return new ArrayList<>(told);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return "Chrome 153 on Android 15";
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public Optional<Boolean> secure() {
            return secure;
        }

        @Override
        public Optional<String> gone() {
            return gone;
        }

        @Override
        public MachineLock machine() {
            return MachineLock.none();
        }

        @Override
        public RunService runs() {
            return service;
        }

        @Override
        public void say(String text) {
            told.add(text);
        }

        @Override
        public void bye(String reason) {
            farewell = Optional.of(reason);
        }
    }
}
