/** Tests made of a cell of the matrix, or of one that nobody has run yet. */
@NullMarked
package dev.bascule.bridge.dashboard.generate;

import org.jspecify.annotations.NullMarked;
