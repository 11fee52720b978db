/** Blocks of samples, one after the other. */
export function joinedSamples(blocks: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

/** The colours of RGBA pixels, without their alpha. */
export function opaque(rgba: Uint8ClampedArray | Uint8Array): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] as number;
    rgb[to + 1] = rgba[from + 1] as number;
    rgb[to + 2] = rgba[from + 2] as number;
  }
  return rgb;
}

/** The first of these that the browser takes; the empty one is its own choice. */
export function firstSupported(types: readonly string[], supports: (type: string) => boolean): string | null {
  return types.find((type) => type === '' || supports(type)) ?? null;
}
