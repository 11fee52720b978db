/** The product's cache folder, and files that are either whole or absent. */
@NullMarked
package dev.bascule.fallback.cache;

import org.jspecify.annotations.NullMarked;
