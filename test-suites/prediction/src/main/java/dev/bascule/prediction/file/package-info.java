/** Data for predictions as a file: what one machine measured, for others. */
@NullMarked
package dev.bascule.prediction.file;

import org.jspecify.annotations.NullMarked;
