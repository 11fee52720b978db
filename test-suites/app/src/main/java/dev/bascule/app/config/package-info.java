/** Settings: what can be set, where a value may come from, and which one counts. */
@NullMarked
package dev.bascule.app.config;

import org.jspecify.annotations.NullMarked;
