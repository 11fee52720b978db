/** Makes tests for a user's own project: a suite, a JUnit class that runs it, and a CI workflow that fails on regressions. */
@NullMarked
package dev.bascule.app.generate;

import org.jspecify.annotations.NullMarked;
