package dev.bascule.bridge.attach;

import dev.bascule.bridge.limit.LogLimit;
import dev.bascule.bridge.server.BridgeLimits;
import dev.bascule.bridge.server.SocketHandler;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.ProtocolException;
import dev.bascule.fallback.secret.CapabilityToken;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The WebSocket handler of attached devices: checks the link's token, knows who is there, and gives those who lost their
 * connection some time to come back. Thread-safe.
 */
public final class AttachSocketHandler implements SocketHandler, AutoCloseable {
    /** The page that a link opens. */
    public static final String PAGE = "/attach.html";

    private static final String PATH = "/attach";
    private static final Logger LOG = LoggerFactory.getLogger(AttachSocketHandler.class);
    private static final int MEBI = 1024 * 1024;

    private static final int LONGEST_COMPLAINT = 200;

    /** The page was closed, reloaded, or gave its place to another. */
    private static final int GOING_AWAY = 1001;

    private static final int NORMAL = 1000;

    private final AttachSettings settings;
    private final AttachListener listener;
    private final CapabilityToken token;
    private final LogLimit refusals;
    private final Map<String, AttachedDevice> devices = new HashMap<>();
    private final ScheduledExecutorService patience = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "attach-patience");
        thread.setDaemon(true);
        return thread;
    });

    public AttachSocketHandler(CapabilityToken token, AttachSettings settings, AttachListener listener, Clock clock) {
        this.settings = settings;
        this.listener = listener;
        this.token = token;
        this.refusals = new LogLimit(clock);
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public BridgeLimits limits() {
        return new BridgeLimits(64 * 1024, 1024, 4 * settings.devices(), MEBI, settings.greeting());
    }

    @Override
    public SocketListener visit(FrameChannel channel, String address) {
        return new DeviceConnection(channel, address);
    }

    /** Those that are attached now, or may still come back. */
    public synchronized List<AttachedDevice> devices() {
        return List.copyOf(devices.values());
    }

    /** Lets all devices go, and takes in no more. */
    @Override
    public void close() {
        patience.shutdownNow();
        devices().forEach(device -> leave(device, "Bascule has ended"));
    }

    private void leave(AttachedDevice device, String reason) {
        synchronized (this) {
            devices.remove(device.identity().id(), device);
        }
        if (device.leave(reason)) {
            listener.left(device, reason);
        }
    }

    /** A device's connection. */
    private final class DeviceConnection implements SocketListener {
        private final FrameChannel channel;
        private final String address;
        private Optional<AttachedDevice> device = Optional.empty();

        private DeviceConnection(FrameChannel channel, String address) {
            this.channel = channel;
            this.address = address;
        }

        @Override
        public void onFrame(Frame frame) {
            try {
                if (!(frame instanceof Frame.Text text)) {
                    throw new ProtocolException("a binary frame");
                }
                AttachMessage.FromPage message = AttachCodec.decode(text.text());
                if (device.isPresent()) {
                    hear(device.get(), message);
                } else if (message instanceof AttachMessage.Attach attach) {
                    device = admit(attach);
                } else {
                    throw new ProtocolException("the first message must be attach");
                }
            } catch (ProtocolException e) {
                onViolation(String.valueOf(e.getMessage()));
            }
        }

        private Optional<AttachedDevice> admit(AttachMessage.Attach attach) {
            // Nobody guesses 192 bits: who shows wrong ones locks nobody out, whatever address they share.
            return token.matches(attach.token())
                    ? take(attach)
                    : refuse("this link is no longer valid; ask for the one that Bascule shows now");
        }

        private Optional<AttachedDevice> refuse(String why) {
            channel.close(why);
            tellOfRefusal(why);
            return Optional.empty();
        }

        private void tellOfRefusal(String why) {
            if (refusals.tells(address)) {
                LOG.warn("refused a device from {}: {}", address, why);
                listener.refused(address, why);
            }
        }

        private Optional<AttachedDevice> take(AttachMessage.Attach attach) {
            DeviceIdentity identity = DeviceIdentity.of(attach);
            AttachedDevice taken;
            boolean known;
            synchronized (AttachSocketHandler.this) {
                Optional<AttachedDevice> before = Optional.ofNullable(devices.get(identity.id()))
                        .filter(old -> old.gone().isEmpty());
                known = before.isPresent();
                if (patience.isShutdown() || (!known && devices.size() >= settings.devices())) {
                    return refuse("there is no room for one more device");
                }
                taken = before.orElseGet(() -> new AttachedDevice(identity, address));
                devices.put(identity.id(), taken);
            }
            taken.connected(channel);
            if (known) {
                listener.back(taken);
                rename(taken, identity.name());
            } else {
                listener.attached(taken);
            }
            return Optional.of(taken);
        }

        private void hear(AttachedDevice from, AttachMessage.FromPage message) throws ProtocolException {
            if (message instanceof AttachMessage.Opened opened) {
                from.opened(opened.slot());
            } else if (message instanceof AttachMessage.Closed closed) {
                from.closed(closed.slot());
            } else if (message instanceof AttachMessage.Rename rename) {
                rename(from, rename.name());
            } else if (message instanceof AttachMessage.Leave) {
                leave(from, "it left");
            } else if (message instanceof AttachMessage.Ping) {
                from.pong();
            } else {
                throw new ProtocolException("it has attached already");
            }
        }

        private void rename(AttachedDevice from, String name) {
            String before = from.identity().name();
            if (from.rename(name)) {
                listener.renamed(from, before);
            }
        }

        @Override
        public void onViolation(String broken) {
            // It may quote what a stranger sent, and a terminal would obey some of that.
            String rule = DeviceIdentity.printable(broken, LONGEST_COMPLAINT);
            channel.close("protocol error: " + rule);
            if (device.isEmpty()) {
                tellOfRefusal(rule);
            } else {
                LOG.warn("a device from {} broke the protocol: {}", address, rule);
            }
            device.ifPresent(offender -> leave(offender, "protocol error: " + rule));
        }

        @Override
        public void onClose(Closed closed) {
            device.ifPresent(away -> away.disconnected(channel).ifPresent(absence -> {
                if (closed.code() == NORMAL) {
                    leave(away, "it left");
                    return;
                }
                listener.away(away);
                wait(away, absence, closed.code() == GOING_AWAY ? settings.reload() : settings.grace());
            }));
        }

        private void wait(AttachedDevice away, long absence, Duration time) {
            if (patience.isShutdown()) {
                leave(away, "Bascule has ended");
                return;
            }
            java.util.concurrent.Future<?> unused = patience.schedule(
                    () -> {
                        if (away.isStillAway(absence)) {
                            leave(
                                    away,
                                    "its connection closed and it did not come back within %s".formatted(text(time)));
                        }
                    },
                    time.toMillis(),
                    TimeUnit.MILLISECONDS);
        }

        private String text(Duration time) {
            return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
        }
    }
}
