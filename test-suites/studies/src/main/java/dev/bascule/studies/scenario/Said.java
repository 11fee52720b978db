package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerJudge;
import java.util.List;

/** What answers say, as the word that a label has. Stateless. */
final class Said {
    private static final int SENTENCES = 3;
    /** Silero's own: 250 ms without a pause are speech ({@code min_speech_duration_ms}), in its frames of 32 ms. */
    private static final int LEAST_FRAMES = 8;

    private Said() {}

    /** Of one answer, or of vectors of three sentences which of the last two is nearer to the first. */
    static String of(List<Answer> answers) {
        if (answers.size() == SENTENCES
                && answers.get(0) instanceof Answer.Vector one
                && answers.get(1) instanceof Answer.Vector first
                && answers.get(2) instanceof Answer.Vector second) {
            return AnswerJudge.cosine(one.values(), first.values()) > AnswerJudge.cosine(one.values(), second.values())
                    ? "first"
                    : "second";
        }
        Answer answer = answers.get(0);
        if (answer instanceof Answer.Classes classes) {
            return classes.best().isEmpty() ? "" : classes.best().get(0).label();
        }
        if (answer instanceof Answer.Text text) {
            return text.text();
        }
        return answer instanceof Answer.Activity activity ? spoken(activity) ? "speech" : "no speech" : answer.words();
    }

    private static boolean spoken(Answer.Activity activity) {
        int run = 0;
        for (double score : activity.scores()) {
            run = score >= activity.threshold() ? run + 1 : 0;
            if (run >= LEAST_FRAMES) {
                return true;
            }
        }
        return false;
    }

    /** Edits that lead from what was said to what is right, for each character of that (Levenshtein 1966). */
    static double characterErrorRate(List<String> labels, List<String> said) {
        long edits = 0;
        long characters = 0;
        for (int i = 0; i < labels.size(); i++) {
            edits += edits(labels.get(i), said.get(i));
            characters += labels.get(i).length();
        }
        return characters == 0 ? 0 : (double) edits / characters;
    }

    /** How many characters must be changed, put in or taken out. */
    static int edits(String right, String said) {
        int[] row = new int[said.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= right.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int same = diagonal + (right.charAt(i - 1) == said.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(same, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[said.length()];
    }
}
