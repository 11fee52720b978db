/** The product's cache folder, and files that are either whole or absent. */
@NullMarked
package dev.bascule.suites.cache;

import org.jspecify.annotations.NullMarked;
