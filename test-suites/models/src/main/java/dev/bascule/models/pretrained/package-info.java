/** Models with the weights that somebody trained and published, out of packages; pinned by hash, never in this project. */
@NullMarked
package dev.bascule.models.pretrained;

import org.jspecify.annotations.NullMarked;
