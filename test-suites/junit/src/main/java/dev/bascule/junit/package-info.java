/** Suites as tests of a JUnit 5 project: the annotation, helpers for test factories, assertions on measured cells. */
@NullMarked
package dev.bascule.junit;

import org.jspecify.annotations.NullMarked;
