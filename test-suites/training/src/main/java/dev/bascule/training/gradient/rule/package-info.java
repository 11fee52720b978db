/** The gradient of each operator, one rule a file. */
@NullMarked
package dev.bascule.training.gradient.rule;

import org.jspecify.annotations.NullMarked;
