package dev.bascule.app.local;

import dev.bascule.app.environment.AttachedRunEnvironment;
import dev.bascule.app.environment.ModelStores;
import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.Versions;
import dev.bascule.bridge.attach.AttachListener;
import dev.bascule.bridge.attach.AttachSettings;
import dev.bascule.bridge.attach.AttachSocketHandler;
import dev.bascule.bridge.attach.AttachedDevice;
import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.server.RouteProvider;
import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.OwnNames;
import dev.bascule.bridge.tls.SubjectName;
import dev.bascule.bridge.tls.TlsIdentity;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.OwnAddresses;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.secret.CapabilityToken;
import dev.bascule.models.hub.HubSettings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Opens a bridge with a handler for devices. Thread-safe. */
public final class LocalServeService implements ServeService {
    private final CacheFolder cache;
    private final Map<String, String> environment;
    private final Clock clock;

    public LocalServeService(CacheFolder cache, Map<String, String> environment, Clock clock) {
        this.cache = cache;
        this.environment = Map.copyOf(environment);
        this.clock = clock;
    }

    @Override
    public Serving open(ListenAddress entry, List<RouteProvider> web, Listener listener) {
        Optional<EnginePackage> engine =
                entry.engine().flatMap(version -> Versions.engine(new VersionStore(cache), version));
        Optional<TlsIdentity> identity = entry.certificates().map(folder -> certificate(folder, entry.host()));
        CapabilityToken token = CapabilityToken.random();
        Waiting waiting = new Waiting(listener);
        AttachSocketHandler handler =
                new AttachSocketHandler(token, AttachSettings.defaults().withGrace(entry.grace()), waiting, clock);
        BridgeConfig usual = BridgeConfig.defaults()
                .withHost(entry.host())
                .withPort(entry.port())
                .withGrace(entry.grace());
        BridgeConfig config = engine.map(usual::withEngine).orElse(usual);
        try {
            BridgeServer bridge =
                    BridgeServer.start(identity.map(config::withTls).orElse(config), List.of(handler), web);
            return new Open(bridge, handler, token, identity.map(TlsIdentity::fingerprint), waiting);
        } catch (RuntimeException e) {
            handler.close();
            throw e;
        }
    }

    private TlsIdentity certificate(Path folder, String host) {
        Set<SubjectName> subjects = new LinkedHashSet<>(OwnNames.ofThisMachine().subjects());
        if (!isWildcard(host)) {
            subjects.add(SubjectName.of(host));
        }
        return new CertificateFolder(folder, clock).obtain(subjects);
    }

    private static boolean isWildcard(String host) {
        try {
            return InetAddress.getByName(host).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Devices that nobody has asked for yet. */
    private record Waiting(Listener listener, BlockingQueue<AttachedDevice> devices) implements AttachListener {
        private Waiting(Listener listener) {
            this(listener, new LinkedBlockingQueue<>());
        }

        @Override
        public void attached(AttachedDevice device) {
            devices.add(device);
        }

        @Override
        public void away(AttachedDevice device) {
            listener.note("%s: the connection is lost; it may come back".formatted(device));
        }

        @Override
        public void back(AttachedDevice device) {
            listener.note("%s: it is back".formatted(device));
        }

        @Override
        public void renamed(AttachedDevice device, String before) {
            listener.note("%s is called %s now; a run that has begun keeps the old name".formatted(before, device));
        }

        @Override
        public void left(AttachedDevice device, String reason) {
            listener.note("%s: %s".formatted(device, reason));
        }

        @Override
        public void refused(String address, String why) {
            listener.note("refused a device from %s: %s".formatted(address, why));
        }
    }

    private final class Open implements Serving {
        private final BridgeServer bridge;
        private final AttachSocketHandler handler;
        private final CapabilityToken token;
        private final Optional<String> fingerprint;
        private final Waiting waiting;

        private Open(
                BridgeServer bridge,
                AttachSocketHandler handler,
                CapabilityToken token,
                Optional<String> fingerprint,
                Waiting waiting) {
            this.bridge = bridge;
            this.handler = handler;
            this.token = token;
            this.fingerprint = fingerprint;
            this.waiting = waiting;
        }

        @Override
        public List<Link> links() {
            return bridge.addresses().stream()
                    .map(base -> new Link(
                            URI.create(base + AttachSocketHandler.PAGE + "#token=" + token.reveal()), isSecure(base)))
                    .toList();
        }

        @Override
        public List<URI> addresses() {
            return bridge.addresses();
        }

        @Override
        public Optional<String> fingerprint() {
            return fingerprint;
        }

        @Override
        public Optional<ConnectedDevice> next(Duration limit) throws InterruptedException {
            return Optional.ofNullable(waiting.devices().poll(limit.toMillis(), TimeUnit.MILLISECONDS))
                    .map(device -> new AttachedConnection(device, bridge));
        }

        @Override
        public void close() {
            handler.close();
            bridge.close();
        }
    }

    /** Browsers trust https, and what is on the device itself. */
    private static boolean isSecure(URI base) {
        return "https".equals(base.getScheme())
                || "localhost".equals(base.getHost())
                || base.getHost().startsWith("127.")
                || base.getHost().equals("[::1]");
    }

    private final class AttachedConnection implements ConnectedDevice {
        private final AttachedDevice device;
        private final BridgeServer bridge;

        private AttachedConnection(AttachedDevice device, BridgeServer bridge) {
            this.device = device;
            this.bridge = bridge;
        }

        @Override
        public String name() {
            return device.identity().name();
        }

        @Override
        public String description() {
            return "%s %s on %s"
                    .formatted(
                            device.identity().agent().browser(),
                            device.identity().agent().version(),
                            device.identity().agent().system());
        }

        @Override
        public String address() {
            return device.address();
        }

        @Override
        public Optional<Boolean> secure() {
            return device.identity().secureContext();
        }

        @Override
        public Optional<String> gone() {
            return device.gone();
        }

        @Override
        public MachineLock machine() {
            return OwnAddresses.has(device.address()) ? MachineLock.ofThisMachine(clock) : MachineLock.none();
        }

        @Override
        public RunService runs() {
            ModelStores stores = new ModelStores(cache, HubSettings.of(environment));
            return new LocalRunService(
                    (request, times, listener) -> AttachedRunEnvironment.open(bridge, device, stores, times, listener),
                    clock);
        }

        @Override
        public void say(String text) {
            device.say(text);
        }

        @Override
        public void bye(String reason) {
            device.bye(reason);
        }
    }
}
