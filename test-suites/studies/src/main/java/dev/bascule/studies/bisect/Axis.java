package dev.bascule.studies.bisect;

import java.util.Locale;

/** What there are versions of. */
public enum Axis {
    ENGINE("onnxruntime-web", "onnxruntime-web"),
    BROWSER("Chrome Headless Shell", "chrome-headless-shell");

    private final String product;
    private final String part;

    Axis(String product, String part) {
        this.product = product;
        this.part = part;
    }

    /** Its name for people. */
    public String product() {
        return product;
    }

    /** Its name as a part to install, and in files of expectations. */
    public String part() {
        return part;
    }

    /** As typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
