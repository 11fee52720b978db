package dev.bascule.cli.single;

import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.Optional;

/**
 * One case of a command that takes one.
 *
 * @param reference as a suite names a model
 * @param testCase the same as a conformance case, where it is one
 */
public record SingleCase(String reference, Optional<ConformanceCase> testCase) {}
