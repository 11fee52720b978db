package dev.bascule.bridge.dashboard.access;

/**
 * What the server lets anybody do at all.
 *
 * @param readOnly nothing can be changed, by nobody
 * @param viewSignedIn reading needs a sign-in too
 */
public record AccessPolicy(boolean readOnly, boolean viewSignedIn) {
    /** Reading is free, changing is for who is signed in. */
    public static final AccessPolicy USUAL = new AccessPolicy(false, false);
}
