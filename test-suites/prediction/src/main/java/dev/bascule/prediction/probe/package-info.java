/** Which models tell most of a target that is not known yet. */
@NullMarked
package dev.bascule.prediction.probe;

import org.jspecify.annotations.NullMarked;
