package dev.bascule.nativerunner.child;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.FrameCodec;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.nativerunner.serve.Drivers;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The native child process: {@code NativeRunnerMain ws://HOST:PORT/runner}. The token is the first line of standard
 * input; when standard input closes, the parent is gone and so is the child. Standard error is talk, standard output
 * silent.
 */
public final class NativeRunnerMain {
    /** The system property that names the backend to serve. */
    public static final String BACKEND = "bascule.child.backend";

    /** The system property that names the format of the models that it opens. */
    public static final String FORMAT = "bascule.child.format";

    /** The system property that names the set of libraries that the child stands on. */
    public static final String LIBRARIES = ChildLaunchSpec.LIBRARIES;

    private static final int NO_PARENT = 0;
    private static final int NOT_STARTED = 2;

    private NativeRunnerMain() {}

    /** Runs until the host says bye or the parent goes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length != 1) {
            System.err.println("usage: NativeRunnerMain ws://HOST:PORT/runner, with the token on standard input");
            System.exit(NOT_STARTED);
        }
        // Messages come to the same records from machines of every language.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        // Loading the engine's libraries, and JSON's classes, takes longer than connecting: all at once.
        CompletableFuture<ServedBackend> served = CompletableFuture.supplyAsync(NativeRunnerMain::serve);
        Thread warmUp = new Thread(NativeRunnerMain::loadJson, "bascule-warm-up");
        warmUp.start();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String token = Optional.ofNullable(in.readLine()).orElse("");
        Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
        LinkListener linkListener = new LinkListener();
        RunnerLink link =
                new RunnerLink(token, "native-" + ProcessHandle.current().pid(), linkListener);
        SocketTransport transport = new SocketTransport(URI.create(arguments[0]), link, Backoff.STANDARD);
        Thread parent = new Thread(() -> awaitEnd(in), "bascule-parent-watch");
        parent.setDaemon(true);
        parent.start();
        try {
            linkListener.open(new NativeRunner(served.get(), link, System::nanoTime, scratch), transport);
        } catch (ExecutionException e) {
            System.err.println("the native runner cannot start: " + e.getCause());
            System.exit(NOT_STARTED);
        }
        String reason = transport.run();
        System.err.println("left: " + reason);
        // Not exit: a native call that does not return must not keep the process.
        Runtime.getRuntime().halt(0);
    }

    private static void loadJson() {
        FrameCodec.encode(new Envelope(0, 0, new Message.Pong()));
    }

    private static ServedBackend serve() {
        String backend = System.getProperty(BACKEND, Backends.NATIVE_CPU.id());
        ModelFormat format = ModelFormat.valueOf(System.getProperty(FORMAT, ModelFormat.ONNX.name()));
        return Drivers.installed()
                .find(backend, format)
                .map(ServedBackend::of)
                .orElseThrow(() -> new IllegalStateException(
                        "no driver on the class path executes %s on %s".formatted(format, backend)));
    }

    private static void awaitEnd(BufferedReader in) {
        try {
            while (in.readLine() != null) {
                // Nothing more is expected; the end is.
            }
        } catch (IOException e) {
            // As good as the end.
        }
        ChildFolder.deleteOwn();
        Runtime.getRuntime().halt(NO_PARENT);
    }

    /** The listener that takes packets to the runner, and goodbyes to the transport. */
    private static final class LinkListener implements RunnerLink.Listener {
        private Optional<NativeRunner> runner = Optional.empty();
        private Optional<SocketTransport> transport = Optional.empty();

        void open(NativeRunner opened, SocketTransport socket) {
            runner = Optional.of(opened);
            transport = Optional.of(socket);
        }

        @Override
        public void joined() {
            runner.ifPresent(NativeRunner::introduce);
        }

        @Override
        public void received(Packet packet) {
            runner.ifPresent(open -> open.accept(packet));
            if (packet instanceof Message.Bye bye) {
                transport.ifPresent(socket -> socket.leave("the host said bye: " + bye.reason()));
            }
        }
    }
}
