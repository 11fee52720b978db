package dev.bascule.junit.engine;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestTag;

/** Reads {@code @Tag}. Loaded only where Jupiter's annotations are on the class path. Stateless. */
final class JupiterTags {
    private JupiterTags() {}

    /** Those that are tags; Jupiter itself ignores the others. */
    static List<String> of(Class<?> type) {
        return AnnotationSupport.findRepeatableAnnotations(type, Tag.class).stream()
                .map(Tag::value)
                .map(String::strip)
                .filter(TestTag::isValid)
                .toList();
    }
}
