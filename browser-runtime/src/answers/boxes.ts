import type { Answer } from '../protocol/generated';
import type { Spec } from './answer';

type Boxes = Extract<Answer, { kind: 'boxes' }>;
type Box = Boxes['found'][number];

/** Narrower is no text, before and after it grows. */
const NARROWEST = 3;
const GROWN = NARROWEST + 2;
const CORNERS = 4;

/** Upright rectangles around what a map of probabilities holds together, in the order of their first pixels. */
export function textBoxes(spec: Spec<'text-boxes'>, dims: readonly number[], map: Float64Array): Boxes {
  const [height, width] = dims.slice(-2);
  if (height === undefined || width === undefined || map.length === 0 || map.length !== height * width) {
    throw new RangeError(`${spec.output} is [${dims.join(',')}], and no map of one picture`);
  }
  const seen = new Uint8Array(map.length);
  const waiting = new Int32Array(map.length);
  const found: Box[] = [];
  for (let at = 0; at < map.length && found.length < spec.most; at++) {
    if (seen[at] === 0 && (map[at] as number) > spec.threshold) {
      const box = grown(spec, map, width, height, region(at, spec.threshold, map, width, height, seen, waiting));
      if (box !== null) {
        found.push(box);
      }
    }
  }
  return { kind: 'boxes', found };
}

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** First column and row, and those after the last, of the pixels that hang together by sides or corners. */
function region(
  first: number,
  threshold: number,
  map: Float64Array,
  width: number,
  height: number,
  seen: Uint8Array,
  waiting: Int32Array,
): Bounds {
  const bounds = { left: width, top: height, right: 0, bottom: 0 };
  let count = 0;
  seen[first] = 1;
  waiting[count++] = first;
  while (count > 0) {
    const at = waiting[--count] as number;
    const x = at % width;
    const y = (at - x) / width;
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x + 1);
    bounds.bottom = Math.max(bounds.bottom, y + 1);
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const next = row * width + column;
        if (seen[next] === 0 && (map[next] as number) > threshold) {
          seen[next] = 1;
          waiting[count++] = next;
        }
      }
    }
  }
  return bounds;
}

function grown(spec: Spec<'text-boxes'>, map: Float64Array, width: number, height: number, bounds: Bounds): Box | null {
  const across = bounds.right - bounds.left;
  const down = bounds.bottom - bounds.top;
  if (Math.min(across, down) < NARROWEST) {
    return null;
  }
  let sum = 0;
  for (let y = bounds.top; y < bounds.bottom; y++) {
    for (let x = bounds.left; x < bounds.right; x++) {
      sum += map[y * width + x] as number;
    }
  }
  const score = sum / (across * down);
  const grow = (across * down * spec.unclip) / (2 * (across + down));
  const left = Math.max(0, bounds.left - grow);
  const top = Math.max(0, bounds.top - grow);
  const right = Math.min(width, bounds.right + grow);
  const bottom = Math.min(height, bounds.bottom + grow);
  return score >= spec.boxThreshold && Math.min(right - left, bottom - top) >= GROWN ? { left, top, right, bottom, label: '', score } : null;
}

/** Non-maximum suppression, class by class; the likeliest first, of equal ones the lower class, then the lower place. */
export function likeliestBoxes(spec: Spec<'boxes'>, scores: Float64Array, corners: Float64Array): Boxes {
  const places = Math.floor(corners.length / CORNERS);
  if (places === 0 || corners.length % CORNERS !== 0 || scores.length % places !== 0) {
    throw new RangeError(`${scores.length} scores are not those of ${corners.length} corners`);
  }
  const kinds = scores.length / places;
  const found: Box[] = [];
  for (let kind = 1; kind < kinds; kind++) {
    found.push(...ofKind(spec, kind, kinds, scores, corners));
  }
  // The sort keeps the order of equal scores, which is that of classes and places.
  return { kind: 'boxes', found: found.sort((a, b) => b.score - a.score) };
}

function ofKind(spec: Spec<'boxes'>, kind: number, kinds: number, scores: Float64Array, corners: Float64Array): Box[] {
  const score = (place: number): number => scores[place * kinds + kind] as number;
  const likely = Array.from({ length: scores.length / kinds }, (_, place) => place)
    .filter((place) => score(place) > spec.threshold)
    .sort((a, b) => score(b) - score(a))
    .slice(0, spec.most);
  const kept: Box[] = [];
  for (const place of likely) {
    const box = boxAt(spec, kind, score(place), corners, place);
    if (kept.every((other) => overlap(box, other) <= spec.overlap)) {
      kept.push(box);
    }
  }
  return kept;
}

function boxAt(spec: Spec<'boxes'>, kind: number, score: number, corners: Float64Array, place: number): Box {
  const at = corners.slice(place * CORNERS, (place + 1) * CORNERS);
  if (!at.every(Number.isFinite)) {
    throw new RangeError(`${spec.boxes} has a corner that is no number`);
  }
  const [left, top, right, bottom] = Array.from(at, (share) => Math.max(0, Math.min(1, share))) as [number, number, number, number];
  return {
    left: left * spec.width,
    top: top * spec.height,
    right: right * spec.width,
    bottom: bottom * spec.height,
    label: spec.labels[kind] ?? String(kind),
    score,
  };
}

/** Intersection over union. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (!(width > 0) || !(height > 0)) {
    return 0;
  }
  const both = width * height;
  return both / (area(one) + area(other) - both);
}

function area({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
