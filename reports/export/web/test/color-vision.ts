// What a colour looks like to someone with another vision, and how far two colours lie apart.

/** Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency", severity 1. */
export const VISIONS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

export type Vision = keyof typeof VISIONS;

type Triple = readonly [number, number, number];

function linear(hex: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function times(matrix: readonly number[], [r, g, b]: Triple): Triple {
  const row = (n: number): number => (matrix[n] ?? 0) * r + (matrix[n + 1] ?? 0) * g + (matrix[n + 2] ?? 0) * b;
  return [row(0), row(3), row(6)];
}

/** Oklab (Ottosson 2020), in which equal distances look about equally far. */
function oklab(color: Triple): Triple {
  const [r, g, b] = color.map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
  const lms = times([0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376, 0.6299787005], [r, g, b]);
  const roots = lms.map(Math.cbrt) as unknown as Triple;
  return times([0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371, 0.7827717662, -0.808675766], roots);
}

/** How far two colours lie apart for a vision; 0.02 is about what can just be seen. */
export function distance(one: string, other: string, vision: Vision): number {
  const [left, right] = [one, other].map((hex) => oklab(times(VISIONS[vision], linear(hex)))) as [Triple, Triple];
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}

/** Contrast as WCAG 2 has it. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [one, other]
    .map(linear)
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
