package dev.bascule.bridge.attach;

import dev.bascule.bridge.page.PageListener;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.target.Browser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device whose browser takes in runner pages, each in a slot of its own, until it leaves. It may be out of reach for a
 * while: what is said to it then, it hears when it is back. Thread-safe.
 */
public final class AttachedDevice {
    private volatile DeviceIdentity identity;
    private final String address;
    private final Map<Integer, Slot> slots = new LinkedHashMap<>();
    private Optional<FrameChannel> channel = Optional.empty();
    private Optional<String> gone = Optional.empty();
    private Optional<String> status = Optional.empty();
    private int lastSlot;
    private long absences;

    private static final class Slot {
        private final String url;
        private final PageListener listener;
        private boolean opened;

        private Slot(String url, PageListener listener) {
            this.url = url;
            this.listener = listener;
        }
    }

    AttachedDevice(DeviceIdentity identity, String address) {
        this.identity = identity;
        this.address = address;
    }

    /** Who it is; its name may change. */
    public DeviceIdentity identity() {
        return identity;
    }

    /** The address that it came from. */
    public String address() {
        return address;
    }

    /** Its browser as results name it: with the device's name, for two devices may have the same browser. */
    public Browser browser() {
        UserAgent agent = identity.agent();
        return new Browser(identity.name() + ": " + agent.browser(), agent.version(), AttachedHosts.ID, List.of());
    }

    /** Why it is gone; empty while it is here, or may still come back. */
    public synchronized Optional<String> gone() {
        return gone;
    }

    /** Whether it is connected now. */
    public synchronized boolean isHere() {
        return channel.isPresent();
    }

    /** What its page shows to the person. */
    public synchronized void say(String text) {
        status = Optional.of(text);
        send(new AttachMessage.Status(text));
    }

    /** Lets it go: its page says why, and does not come back by itself. */
    public void bye(String reason) {
        leave(reason);
    }

    /** A page in a new slot; empty when the device is gone. */
    synchronized Optional<Integer> open(String url, PageListener listener) {
        if (gone.isPresent()) {
            return Optional.empty();
        }
        int slot = ++lastSlot;
        slots.put(slot, new Slot(url, listener));
        send(new AttachMessage.Open(slot, url));
        return Optional.of(slot);
    }

    synchronized void close(int slot) {
        if (slots.remove(slot) != null) {
            send(new AttachMessage.Close(slot));
        }
    }

    private void send(AttachMessage.FromBridge message) {
        channel.ifPresent(open -> open.send(new Frame.Text(AttachCodec.encode(message))));
    }

    /** It has a connection, the first or a new one, which takes the place of the one before. */
    synchronized void connected(FrameChannel fresh) {
        Optional<FrameChannel> before = channel;
        channel = Optional.of(fresh);
        absences++;
        before.ifPresent(old -> old.close("the device attached again, from another page or connection"));
        send(new AttachMessage.Welcome(identity.name()));
        slots.forEach((number, slot) -> {
            if (!slot.opened) {
                send(new AttachMessage.Open(number, slot.url));
            }
        });
        status.ifPresent(text -> send(new AttachMessage.Status(text)));
    }

    /** Its connection closed; the answer is the number of this absence, empty when the connection was an older one. */
    synchronized Optional<Long> disconnected(FrameChannel closed) {
        if (gone.isPresent() || !channel.equals(Optional.of(closed))) {
            return Optional.empty();
        }
        channel = Optional.empty();
        return Optional.of(++absences);
    }

    /** Whether it is still away since that absence began. */
    synchronized boolean isStillAway(long absence) {
        return gone.isEmpty() && channel.isEmpty() && absences == absence;
    }

    synchronized void opened(int slot) {
        Optional.ofNullable(slots.get(slot)).ifPresent(open -> open.opened = true);
    }

    /** The page says that a frame is gone which nobody closed. */
    void closed(int slot) {
        Optional<Slot> lost;
        synchronized (this) {
            lost = Optional.ofNullable(slots.remove(slot));
        }
        lost.ifPresent(open -> open.listener.lost("its page on %s was closed there".formatted(identity.name())));
    }

    /** It goes by another name; what runs there keeps the old one. Tells whether that is a change. */
    synchronized boolean rename(String name) {
        DeviceIdentity before = identity;
        identity = before.named(name);
        send(new AttachMessage.Renamed(identity.name()));
        return !identity.name().equals(before.name());
    }

    void pong() {
        synchronized (this) {
            send(new AttachMessage.Pong());
        }
    }

    /** It is gone for good, and all its pages with it; tells whether it was still there. */
    boolean leave(String reason) {
        List<Slot> lost;
        synchronized (this) {
            if (gone.isPresent()) {
                return false;
            }
            gone = Optional.of(reason);
            lost = new ArrayList<>(slots.values());
            slots.clear();
            send(new AttachMessage.Bye(reason));
            channel.ifPresent(open -> open.close(reason));
            channel = Optional.empty();
        }
        lost.forEach(slot -> slot.listener.lost("%s: %s".formatted(identity.name(), reason)));
        return true;
    }

    @Override
    public String toString() {
        return identity.name();
    }
}
