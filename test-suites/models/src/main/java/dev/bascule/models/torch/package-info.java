/** TorchScript files: what is in them, without running any of it. */
@NullMarked
package dev.bascule.models.torch;

import org.jspecify.annotations.NullMarked;
