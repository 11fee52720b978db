/** What is run: models, cases and their stable ids. */
@NullMarked
package dev.bascule.fallback.cases;

import org.jspecify.annotations.NullMarked;
