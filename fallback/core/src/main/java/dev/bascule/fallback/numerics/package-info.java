/** Comparing outputs with a reference: ULP, absolute, relative and cosine. */
@NullMarked
package dev.bascule.fallback.numerics;

import org.jspecify.annotations.NullMarked;
