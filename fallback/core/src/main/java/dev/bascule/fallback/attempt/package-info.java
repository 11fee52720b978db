/** What came of it: attempts, runs, verdicts. */
@NullMarked
package dev.bascule.fallback.attempt;

import org.jspecify.annotations.NullMarked;
