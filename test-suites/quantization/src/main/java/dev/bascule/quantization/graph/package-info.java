/** What methods share: which models suit, their weights, their operator sets, and how they are put together again. */
@NullMarked
package dev.bascule.quantization.graph;

import org.jspecify.annotations.NullMarked;
