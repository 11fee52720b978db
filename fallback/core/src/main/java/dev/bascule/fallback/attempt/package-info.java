/** What came of a case: attempts, runs down a chain, verdicts. */
@NullMarked
package dev.bascule.fallback.attempt;

import org.jspecify.annotations.NullMarked;
