/** What a native backend is made of: the interface that one implements, and what it is asked and answers. */
@NullMarked
package dev.bascule.fallback.driver;

import org.jspecify.annotations.NullMarked;
