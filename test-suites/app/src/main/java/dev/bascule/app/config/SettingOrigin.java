package dev.bascule.app.config;

/**
 * The place that a value comes from.
 *
 * @param layer which of the places
 * @param where for people: the option, the variable, or file and line
 */
public record SettingOrigin(Layer layer, String where) {

    /** The places, the strongest first. */
    public enum Layer {
        FLAG,
        ENVIRONMENT,
        PROJECT_FILE,
        USER_FILE,
        DEFAULT
    }

    /** Whether it was said for this one invocation. */
    public boolean isExplicit() {
        return layer == Layer.FLAG || layer == Layer.ENVIRONMENT;
    }
}
