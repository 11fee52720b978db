package dev.bascule.studies.scenario;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * What came of a page.
 *
 * @param text lines divided by line feeds
 * @param lines pieces of text that were found
 * @param times of each part; what all of them leave of the whole is in none
 * @param whole from the picture's bytes to the text
 */
record PageRead(String text, int lines, Map<Part, Duration> times, Duration whole) {

    PageRead {
        times = Map.copyOf(times);
    }

    /** A part of the way. Those of a model are the engine's call by the runner's clock. */
    enum Part {
        PICTURE("picture to tensor"),
        DETECT("detect"),
        CROP("crop and turn, on the host"),
        CLASSIFY("classify"),
        RECOGNISE("recognise"),
        ANSWERS("boxes and text, on the host"),
        WAYS("ways between host and models");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Adds up times. Belongs to one thread. */
    static final class Times {
        private final Map<Part, Duration> spent = new EnumMap<>(Part.class);

        void add(Part part, Duration more) {
            spent.merge(part, more, Duration::plus);
        }

        Map<Part, Duration> spent() {
            return spent;
        }
    }
}
