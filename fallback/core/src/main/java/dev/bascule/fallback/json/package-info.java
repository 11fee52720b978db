/** The one JSON mapper. */
@NullMarked
package dev.bascule.fallback.json;

import org.jspecify.annotations.NullMarked;
