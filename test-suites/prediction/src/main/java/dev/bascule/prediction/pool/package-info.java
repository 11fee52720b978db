/** Which models run where, in how many replicas, so that all are served: an integer program over figures that others bring. */
@NullMarked
package dev.bascule.prediction.pool;

import org.jspecify.annotations.NullMarked;
