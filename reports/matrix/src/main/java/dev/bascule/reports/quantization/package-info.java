/** Smaller models of one, what was measured of them, and what to take: as a page and the history have it. */
@NullMarked
package dev.bascule.reports.quantization;

import org.jspecify.annotations.NullMarked;
