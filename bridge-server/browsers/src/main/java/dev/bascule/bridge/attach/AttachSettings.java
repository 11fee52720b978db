package dev.bascule.bridge.attach;

import java.time.Duration;

/**
 * How patient the handler is.
 *
 * @param grace how long a device whose connection broke may take to come back, as a phone that slept
 * @param reload how long a page that went away in good order may take, as one that is loaded anew
 * @param devices how many may be attached at once
 * @param greeting how long a page that has opened a socket may take to show its link
 */
public record AttachSettings(Duration grace, Duration reload, int devices, Duration greeting) {

    /** 30 s, 5 s, 32 devices, 15 s. */
    public static AttachSettings defaults() {
        return new AttachSettings(Duration.ofSeconds(30), Duration.ofSeconds(5), 32, Duration.ofSeconds(15));
    }

    public AttachSettings withGrace(Duration other) {
        return new AttachSettings(other, reload, devices, greeting);
    }

    public AttachSettings withReload(Duration other) {
        return new AttachSettings(grace, other, devices, greeting);
    }
}
