/** Thousands of small cases: which operators are right where. */
@NullMarked
package dev.bascule.suites.conformance;

import org.jspecify.annotations.NullMarked;
