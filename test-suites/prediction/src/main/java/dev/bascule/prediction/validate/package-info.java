/** How far predictions are off, on models and targets that the fit never saw, beside what anybody would try first. */
@NullMarked
package dev.bascule.prediction.validate;

import org.jspecify.annotations.NullMarked;
