/** Cases in WebNN graph JSON, as web-platform-tests lay out their WebNN conformance data. */
@NullMarked
package dev.bascule.suites.conformance.webnn;

import org.jspecify.annotations.NullMarked;
