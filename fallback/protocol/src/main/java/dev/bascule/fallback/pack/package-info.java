/** Many small cases in one binary file, which a page or a child fetches once. */
@NullMarked
package dev.bascule.fallback.pack;

import org.jspecify.annotations.NullMarked;
