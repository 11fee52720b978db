/** The matrix: models down, targets across, and its table for a terminal. */
@NullMarked
package dev.bascule.reports.matrix;

import org.jspecify.annotations.NullMarked;
