package dev.bascule.bridge.attach;

import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.Optional;

/**
 * Pages in the browser of a device that a person brought. A start is a new slot there; the browser and its profile stay the
 * person's, and no process can be watched or killed. Thread-safe.
 *
 * @param device whose browser it is
 * @param browser as results name it, all of them alike, whatever the device is called later
 */
public record AttachedHosts(AttachedDevice device, Browser browser) implements PageHosts {
    public static final String ID = "attach";

    /** Under the name that the device has now. */
    public AttachedHosts(AttachedDevice device) {
        this(device, device.browser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String name() {
        return device.identity().name();
    }

    @Override
    public Start start(Duration limit) {
        Optional<String> gone = device.gone();
        return gone.isPresent()
                ? new Start.Refused(Failure.of(
                        ErrorCode.BROWSER_LAUNCH_FAILED,
                        "%s is no longer attached: %s".formatted(device, gone.get()),
                        "open the link again on that device, and keep its page open and its screen on"))
                : new Start.Up(new AttachedHost(device, browser));
    }
}
