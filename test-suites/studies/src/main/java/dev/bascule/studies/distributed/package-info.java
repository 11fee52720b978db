/** Ranks that train together, or only talk: is each result right, did they talk at all, and how fast. */
@NullMarked
package dev.bascule.studies.distributed;

import org.jspecify.annotations.NullMarked;
