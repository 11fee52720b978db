/** Other versions of onnxruntime-web and of Chrome Headless Shell: which there are, fetching them when asked, what is here. */
@NullMarked
package dev.bascule.app.versions;

import org.jspecify.annotations.NullMarked;
