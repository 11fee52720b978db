/** Where it is run: machine, browser, engine, backend. */
@NullMarked
package dev.bascule.fallback.target;

import org.jspecify.annotations.NullMarked;
