/** What a trained model is worth on data that was held back. */
@NullMarked
package dev.bascule.training.metric;

import org.jspecify.annotations.NullMarked;
