/** How well jobs were placed, from what became of them. Pure. */
@NullMarked
package dev.bascule.scheduling.judge;

import org.jspecify.annotations.NullMarked;
