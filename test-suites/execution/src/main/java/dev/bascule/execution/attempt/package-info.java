/** Attempts on backends and down a chain: the session that is checked and measured, and what it was worth. */
@NullMarked
package dev.bascule.execution.attempt;

import org.jspecify.annotations.NullMarked;
