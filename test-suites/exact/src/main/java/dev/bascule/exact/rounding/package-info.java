/** What rounding does to results, seeded, so that its way through a graph can be watched. */
@NullMarked
package dev.bascule.exact.rounding;

import org.jspecify.annotations.NullMarked;
