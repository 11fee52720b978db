/** Fallback chains and the resolver that walks them. */
@NullMarked
package dev.bascule.fallback.chain;

import org.jspecify.annotations.NullMarked;
