package dev.bascule.app.versions;

import dev.bascule.fallback.install.ReleaseVersion;
import java.util.Optional;

/** A part in one version; as text {@code onnxruntime-web@1.23.2}. Immutable. */
public record PartVersion(VersionedPart part, ReleaseVersion version) {

    /** Empty where the text names no such part, or a version that is none. */
    public static Optional<PartVersion> parse(String text) {
        int at = text.lastIndexOf('@');
        return at < 0
                ? Optional.empty()
                : VersionedPart.find(text.substring(0, at))
                        .flatMap(part -> ReleaseVersion.parse(text.substring(at + 1))
                                .map(version -> new PartVersion(part, version)));
    }

    /** What fetches it. */
    public String remedy() {
        return "bascule install " + this;
    }

    @Override
    public String toString() {
        return part.id() + "@" + version;
    }
}
