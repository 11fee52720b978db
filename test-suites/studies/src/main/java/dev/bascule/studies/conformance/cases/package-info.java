/** Conformance cases as values, whatever format they were read from. */
@NullMarked
package dev.bascule.studies.conformance.cases;

import org.jspecify.annotations.NullMarked;
