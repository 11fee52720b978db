/** Operators that run graphs, and those of sequences and optionals. */
@NullMarked
package dev.bascule.exact.kernel.control;

import org.jspecify.annotations.NullMarked;
