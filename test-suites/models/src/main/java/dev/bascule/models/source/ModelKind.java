package dev.bascule.models.source;

import dev.bascule.fallback.cases.Family;

/**
 * What kind of model it is.
 *
 * @param task such as {@code image-classification}; {@code unknown} where neither the zoo nor the file tells
 */
public record ModelKind(Family family, String task) {}
