package dev.bascule.models.classify;

import dev.bascule.fallback.cases.Family;
import java.util.List;

/**
 * What kind of network a model is. Immutable.
 *
 * @param task as the product has it, such as {@code image-classification}
 * @param notes what names say against the graph
 */
public record Classification(
        Answer<Family> family,
        Answer<ArchitectureKind> architecture,
        Answer<String> task,
        SizeFacts size,
        List<String> notes) {
    public Classification {
        notes = List.copyOf(notes);
    }
}
