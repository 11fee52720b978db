/** What was not measured: predictions beside the matrix, and how far such predictions are off. */
@NullMarked
package dev.bascule.bridge.dashboard.predict;

import org.jspecify.annotations.NullMarked;
