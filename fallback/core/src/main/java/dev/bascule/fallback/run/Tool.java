package dev.bascule.fallback.run;

/**
 * The program that made a run. Immutable.
 *
 * @param name such as {@code bascule}
 * @param version as its build says
 */
public record Tool(String name, String version) {}
