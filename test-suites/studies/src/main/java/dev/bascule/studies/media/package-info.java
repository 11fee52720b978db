/** What a browser's media stack made of a sound or a picture, judged from samples and pixels alone. */
@NullMarked
package dev.bascule.studies.media;

import org.jspecify.annotations.NullMarked;
