/** What every launcher shares: a browser that shows one runner page at a time, and the runner in that page. */
@NullMarked
package dev.bascule.bridge.page;

import org.jspecify.annotations.NullMarked;
