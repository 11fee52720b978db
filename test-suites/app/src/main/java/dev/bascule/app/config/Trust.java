package dev.bascule.app.config;

/** Whether the user has said that a project's file may do whatever a setting can do. */
public enum Trust {
    /** As it is now. */
    RECORDED("trusted"),
    /** Whatever it says, by {@link TrustRecords#VARIABLE}. */
    BY_VARIABLE("trusted by " + TrustRecords.VARIABLE),
    /** It was trusted when it was another. */
    CHANGED("not trusted, for it has changed since it was"),
    NEVER("not trusted");

    private final String words;

    Trust(String words) {
        this.words = words;
    }

    public boolean isGiven() {
        return this == RECORDED || this == BY_VARIABLE;
    }

    /** For people: {@code not trusted}. */
    @Override
    public String toString() {
        return words;
    }
}
