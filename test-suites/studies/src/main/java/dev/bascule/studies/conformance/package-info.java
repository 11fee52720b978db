/** Thousands of small cases: which operators are right where. */
@NullMarked
package dev.bascule.studies.conformance;

import org.jspecify.annotations.NullMarked;
