/** What a training run showed step by step, and files of it that other programs read. */
@NullMarked
package dev.bascule.training.curve;

import org.jspecify.annotations.NullMarked;
