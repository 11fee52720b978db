/** In order: browsers name those that they are like after themselves, so the most particular comes first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:OPR|OPT)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\/(\d+)/, 'Chrome'],
  [/(?:iPhone|iPad|iPod|Macintosh).*Version\/(\d+)/, 'Safari'],
  [/Version\/(\d+).*Safari\//, 'WebKitGTK'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** A name that a person knows the device by: `Firefox 153 on Android`. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${browser ?? 'A browser'} on ${system ?? 'an unknown system'}`;
}

/** The part of localStorage that is needed; it throws where the browser keeps nothing. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

const DEVICE = 'bascule.device';
const NAME = 'bascule.name';
const LONGEST_NAME = 40;

/** What this browser is known as, remembered from visit to visit where the browser lets it. */
export class Identity {
  readonly device: string;
  readonly #keeper: Keeper | null;
  #name: string;

  /** @param random makes the id of a browser that was never here */
  constructor(keeper: Keeper | null, userAgent: string, random: () => string) {
    this.#keeper = keeper;
    this.device = this.#read(DEVICE) ?? random();
    this.#write(DEVICE, this.device);
    this.#name = this.#read(NAME) ?? deviceName(userAgent);
  }

  get name(): string {
    return this.#name;
  }

  /** An empty name is none: the old one stays. */
  rename(name: string): void {
    const clean = name.trim().replace(/\s+/g, ' ').slice(0, LONGEST_NAME);
    if (clean !== '') {
      this.#name = clean;
      this.#write(NAME, clean);
    }
  }

  #read(key: string): string | null {
    try {
      return this.#keeper?.getItem(key) || null;
    } catch {
      return null;
    }
  }

  #write(key: string, value: string): void {
    try {
      this.#keeper?.setItem(key, value);
    } catch {
      // A private window: known for this visit only.
    }
  }
}

/** 128 random bits; `crypto.randomUUID` is for secure contexts only. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
