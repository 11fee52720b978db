/** Networks that can be trained, and their losses. */
@NullMarked
package dev.bascule.training.network;

import org.jspecify.annotations.NullMarked;
