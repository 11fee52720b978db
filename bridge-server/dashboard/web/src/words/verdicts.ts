// How verdicts look: a word, a sign and a tone each, the same as in the report. Colour never stands alone.
export type Tone = 'good' | 'fair' | 'bad' | 'none';

export interface Look {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

const LOOKS: Readonly<Record<string, Look>> = {
  PASS: { sign: '✓', word: 'pass', tone: 'good' },
  PARTIAL: { sign: '◑', word: 'partial', tone: 'fair' },
  FELL_BACK: { sign: '↷', word: 'fell back', tone: 'fair' },
  FLAKY: { sign: '≈', word: 'flaky', tone: 'fair' },
  WRONG: { sign: '✗', word: 'wrong', tone: 'bad' },
  UNSUPPORTED: { sign: '∅', word: 'unsupported', tone: 'none' },
  FAILED: { sign: '✗', word: 'failed', tone: 'bad' },
  CRASHED: { sign: '✗', word: 'crashed', tone: 'bad' },
  TIMED_OUT: { sign: '…', word: 'timed out', tone: 'bad' },
  SKIPPED: { sign: '–', word: 'skipped', tone: 'none' },
};

/** The look of a verdict; a word of a newer server is shown as it is. */
export function lookOf(verdict: string): Look {
  return LOOKS[verdict] ?? { sign: '?', word: verdict.toLowerCase().replaceAll('_', ' '), tone: 'none' };
}

/** How well it is known where a cell ran. */
export function proofOf(proof: string): { readonly sign: string; readonly words: string } {
  switch (proof) {
    case 'PROVEN':
      return { sign: '●', words: "where it ran is the engine's own record" };
    case 'REPORTED':
      return { sign: '◐', words: 'where it ran is only an API’s word' };
    default:
      return { sign: '○', words: 'nobody said where it ran' };
  }
}
