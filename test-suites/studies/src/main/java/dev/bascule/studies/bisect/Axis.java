package dev.bascule.studies.bisect;

import java.util.Locale;

/** What there are versions of. */
public enum Axis {
    ENGINE("onnxruntime-web"),
    BROWSER("Chrome Headless Shell");

    private final String product;

    Axis(String product) {
        this.product = product;
    }

    /** Its name for people. */
    public String product() {
        return product;
    }

    /** As typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
