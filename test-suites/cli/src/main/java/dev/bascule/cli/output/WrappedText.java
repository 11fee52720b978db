package dev.bascule.cli.output;

/** Text in lines of a width, those after the first indented. Words longer than a line stay whole. Stateless. */
public final class WrappedText {
    private WrappedText() {}

    /**
     * @param text one paragraph, without colours
     * @param first columns that are taken on the first line already
     * @param indent blanks before each further line
     * @param width columns of a line
     */
    public static String lines(String text, int first, int indent, int width) {
        StringBuilder lines = new StringBuilder();
        int column = first;
        boolean fresh = true;
        for (String word : text.strip().split("\\s+")) {
            boolean fits = column + (fresh ? 0 : 1) + word.length() <= width;
            if (!fresh && !fits) {
                lines.append('\n').append(" ".repeat(indent));
                column = indent;
                fresh = true;
            }
            if (!fresh) {
                lines.append(' ');
                column++;
            }
            lines.append(word);
            column += word.length();
            fresh = false;
        }
        return lines.toString();
    }
}
