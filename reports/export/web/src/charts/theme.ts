// Colours of the charts. Series are told apart by shape or pattern as well: colour never stands alone.

/** A theme of the page; its series' colours keep a contrast of 3:1 to the page and stay apart for the colour-blind. */
export interface Theme {
  readonly dark: boolean;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly card: string;
  readonly accent: string;
  /** In Okabe and Ito's hues, shifted in lightness until any two stay apart in each kind of colour blindness: a test holds it. */
  readonly series: readonly string[];
}

export const LIGHT: Theme = {
  dark: false,
  ink: '#1b2230',
  soft: '#5b6577',
  line: '#dde2ea',
  card: '#ffffff',
  accent: '#1f77d0',
  series: ['#1f77d0', '#a83200', '#00695c', '#b8489a', '#a38b1e', '#33246e'],
};

export const DARK: Theme = {
  dark: true,
  ink: '#e6e9ef',
  soft: '#9aa4b5',
  line: '#2d3442',
  card: '#1a1f29',
  accent: '#56b4e9',
  series: ['#56b4e9', '#ff9d4d', '#a6f5d5', '#c0638f', '#f0e442', '#7f7af0'],
};

/** Shapes of marks, in the order of the colours. */
export const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'] as const;

export function themeOf(dark: boolean): Theme {
  return dark ? DARK : LIGHT;
}

/** The colour of the n-th series. */
export function colorOf(theme: Theme, n: number): string {
  return theme.series[n % theme.series.length] as string;
}

/** The shape of the n-th series. */
export function symbolOf(n: number): string {
  return SYMBOLS[n % SYMBOLS.length] as string;
}
