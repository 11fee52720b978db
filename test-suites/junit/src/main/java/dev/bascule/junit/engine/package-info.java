/** The test engine of JUnit Platform that runs suites. */
@NullMarked
package dev.bascule.junit.engine;

import org.jspecify.annotations.NullMarked;
