/** Which models on which targets keep limits: from what was measured first, what is predicted marked, what is unknown with its reason. */
@NullMarked
package dev.bascule.prediction.recommend;

import org.jspecify.annotations.NullMarked;
