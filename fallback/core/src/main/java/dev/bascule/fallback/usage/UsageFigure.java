package dev.bascule.fallback.usage;

/**
 * One figure of a measured span.
 *
 * @param subject whose: {@code machine}, {@code processes}, {@code cpu}, an energy domain such as {@code package-0}, a GPU
 * @param quantity what it tells
 * @param reading the figure in the quantity's unit, or why there is none
 */
public record UsageFigure(String subject, Quantity quantity, Reading<Double> reading) {}
