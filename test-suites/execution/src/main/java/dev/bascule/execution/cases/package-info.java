/** A case made ready: its model, its inputs, the sets published with it, the sizes of its dynamic dimensions. */
@NullMarked
package dev.bascule.execution.cases;

import org.jspecify.annotations.NullMarked;
