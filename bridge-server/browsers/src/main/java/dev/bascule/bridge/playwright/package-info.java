/** The launcher that drives browsers through Playwright. */
@NullMarked
package dev.bascule.bridge.playwright;

import org.jspecify.annotations.NullMarked;
