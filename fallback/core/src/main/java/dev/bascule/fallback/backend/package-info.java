/** Where operators execute: the registry of backends. */
@NullMarked
package dev.bascule.fallback.backend;

import org.jspecify.annotations.NullMarked;
