package dev.bascule.bridge.attach;

import java.util.Map;

/** What the attach page and the bridge say to each other: one JSON object with a {@code type} in each text frame. */
sealed interface AttachMessage {

    /** What the page says. */
    sealed interface FromPage extends AttachMessage {}

    /** What the bridge says. */
    sealed interface FromBridge extends AttachMessage {}

    /**
     * The page's first word.
     *
     * @param token from the link
     * @param name as the person typed it
     * @param device the same each time that this page comes back
     * @param facts whatever else it says of its browser, as text: {@code userAgent}, {@code platform}, {@code secureContext}
     */
    record Attach(String token, String name, String device, Map<String, String> facts) implements FromPage {
        public Attach {
            facts = Map.copyOf(facts);
        }
    }

    /** The frame of a slot was made. */
    record Opened(int slot) implements FromPage {}

    /** The frame of a slot is gone. */
    record Closed(int slot) implements FromPage {}

    /** The person gave the device another name. */
    record Rename(String name) implements FromPage {}

    /** The person leaves. */
    record Leave() implements FromPage {}

    /** Asks for a sign of life. */
    record Ping() implements FromPage {}

    /** It is in, under this name. */
    record Welcome(String name) implements FromBridge {}

    /** It goes by this name from now on. */
    record Renamed(String name) implements FromBridge {}

    /** Make a frame with this page of the bridge. */
    record Open(int slot, String url) implements FromBridge {}

    /** Take that frame away. */
    record Close(int slot) implements FromBridge {}

    /** What to show the person: what runs, how far it is. */
    record Status(String text) implements FromBridge {}

    /** It is over, and why. The page does not come back by itself. */
    record Bye(String reason) implements FromBridge {}

    /** The answer to a ping. */
    record Pong() implements FromBridge {}
}
