/** Cases in WebNN graph JSON, as web-platform-tests lay out their WebNN conformance data. */
@NullMarked
package dev.bascule.studies.conformance.webnn;

import org.jspecify.annotations.NullMarked;
