package dev.bascule.app.versions;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What Bascule runs with in other versions than those it brings along. */
public enum VersionedPart {
    ENGINE("onnxruntime-web", "onnxruntime-web"),
    BROWSER("chrome-headless-shell", "@sparticuz/chromium");

    private final String id;
    private final String npmPackage;

    VersionedPart(String id, String npmPackage) {
        this.id = id;
        this.npmPackage = npmPackage;
    }

    /** As people name it before the {@code @}. */
    public String id() {
        return id;
    }

    /** The package that npm has it in. */
    public String npmPackage() {
        return npmPackage;
    }

    public static Optional<VersionedPart> find(String id) {
        return Arrays.stream(values()).filter(part -> part.id.equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(VersionedPart::id).toList();
    }
}
