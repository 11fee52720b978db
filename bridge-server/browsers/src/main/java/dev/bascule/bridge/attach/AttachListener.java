package dev.bascule.bridge.attach;

/** Hears of devices that come and go. Called from any thread; must return soon. */
public interface AttachListener {

    /** A device came in. */
    void attached(AttachedDevice device);

    /** Its connection is gone; it may come back. */
    default void away(AttachedDevice device) {}

    /** It came back in time. */
    default void back(AttachedDevice device) {}

    /** It has another name now. */
    default void renamed(AttachedDevice device, String before) {}

    /** It is gone for good. */
    default void left(AttachedDevice device, String reason) {}

    /** Somebody tried to come in with a wrong token, or without sense. */
    default void refused(String address, String why) {}
}
