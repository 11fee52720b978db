package dev.bascule.suites.generate;

/**
 * A file of a generated test.
 *
 * @param path relative to the project, divided by {@code /}
 * @param text all of it
 */
public record GeneratedFile(String path, String text) {}
