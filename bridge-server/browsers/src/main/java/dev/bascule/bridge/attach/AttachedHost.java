package dev.bascule.bridge.attach;

import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageListener;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.target.Browser;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** A place for one page at a time on an attached device. Thread-safe. */
final class AttachedHost implements PageHost {
    private final AttachedDevice device;
    private final Browser browser;
    private Optional<Integer> slot = Optional.empty();
    private boolean ended;

    AttachedHost(AttachedDevice device, Browser browser) {
        this.device = device;
        this.browser = browser;
    }

    @Override
    public Browser browser() {
        return browser;
    }

    @Override
    public Optional<ProcessHandle> root() {
        return Optional.empty();
    }

    @Override
    public Optional<ProcessTree> processes() {
        return Optional.empty();
    }

    @Override
    public Reach reach() {
        return Reach.TOLD;
    }

    @Override
    public synchronized Optional<String> open(String url, PageListener listener, Duration limit) {
        slot.ifPresent(device::close);
        slot = Optional.empty();
        if (ended) {
            return Optional.of("it was closed");
        }
        slot = device.open(local(url), listener);
        return slot.isPresent()
                ? Optional.empty()
                : Optional.of("%s is no longer attached: %s"
                        .formatted(device, device.gone().orElse("it left")));
    }

    /** Without the origin: the device may call this machine by another name, and must stay under it. */
    private static String local(String url) {
        URI uri = URI.create(url);
        return uri.getRawPath() + "#" + uri.getRawFragment();
    }

    @Override
    public void kill() {
        close();
    }

    @Override
    public synchronized void close() {
        ended = true;
        slot.ifPresent(device::close);
        slot = Optional.empty();
    }
}
