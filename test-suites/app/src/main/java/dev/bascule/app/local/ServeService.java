package dev.bascule.app.local;

import dev.bascule.bridge.server.RouteProvider;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.install.ReleaseVersion;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes in devices whose browsers people attach by a link. */
public interface ServeService {

    /**
     * Listens, until it is closed.
     *
     * @param web what else is served there; closed by whoever made it
     * @throws dev.bascule.fallback.error.BasculeException when it cannot listen, keep its certificate, or serve that engine
     */
    Serving open(ListenAddress entry, List<RouteProvider> web, Listener listener);

    /**
     * The address to listen on.
     *
     * @param host the address to bind to
     * @param port the port; 0 for a free one
     * @param certificates the folder to keep a self-made certificate in, with which to serve by https; plain where empty
     * @param grace how long a device whose connection broke may take to come back
     * @param engine the version of onnxruntime-web that devices load, as installed; the bundled one where empty
     */
    record ListenAddress(
            String host, int port, Optional<Path> certificates, Duration grace, Optional<ReleaseVersion> engine) {}

    /** What is open. Thread-safe. */
    interface Serving extends AutoCloseable {

        /** The links that attach a device, the most likely to work first. They hold a secret. */
        List<Link> links();

        /** Where it is open, the most likely address to work first. */
        List<URI> addresses();

        /** SHA-256 of the certificate, to be compared with what a browser shows; empty where there is none. */
        Optional<String> fingerprint();

        /** The next device that attached; empty when none did in time. Waits so long. */
        Optional<ConnectedDevice> next(Duration limit) throws InterruptedException;

        /** Says goodbye to all devices, and closes every connection. */
        @Override
        void close();
    }

    /**
     * A way in.
     *
     * @param url to be opened on the device
     * @param secure whether a browser that opened it allows WebGPU, WebNN and wasm threads
     */
    record Link(URI url, boolean secure) {}

    /** A device that attached. Thread-safe. */
    interface ConnectedDevice {

        /** As its person called it. */
        String name();

        /** Its browser and system, for people. */
        String description();

        /** The address that it came from: what shares it may be one machine. */
        String address();

        /** Whether its page is a secure context; empty where it did not say. */
        Optional<Boolean> secure();

        /** Why it is gone; empty while it is here, or may come back. */
        Optional<String> gone();

        /** The lock of the machine that it is on, where that is this one. */
        MachineLock machine();

        /** Runs cases in its browser. One run at a time. */
        RunService runs();

        /** What its page shows. */
        void say(String text);

        /** Lets it go, and shows why. */
        void bye(String reason);
    }

    /** Hears of what is not a device's coming. Called from any thread; must return soon. */
    interface Listener {

        /** Something that whoever watches should know. */
        void note(String text);
    }
}
