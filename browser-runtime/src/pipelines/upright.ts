import type { Pixels } from './image';

/** The picture as it is meant to be seen, by EXIF's orientation. */
export function upright(image: Pixels, orientation: number): Pixels {
  if (orientation === 1) {
    return image;
  }
  const { width: w, height: h } = image;
  const turned = orientation > 4;
  const [width, height] = turned ? [h, w] : [w, h];
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, w * h);
  const to = new Uint32Array(w * h);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = source(orientation, x, y, w, h);
      to[y * width + x] = from[sy * w + sx] as number;
    }
  }
  return { width, height, data: new Uint8ClampedArray(to.buffer) };
}

/** Where pixel (x, y) of the upright picture lies in one of w x h. */
function source(orientation: number, x: number, y: number, w: number, h: number): [number, number] {
  switch (orientation) {
    case 2:
      return [w - 1 - x, y];
    case 3:
      return [w - 1 - x, h - 1 - y];
    case 4:
      return [x, h - 1 - y];
    case 5:
      return [y, x];
    case 6:
      return [y, h - 1 - x];
    case 7:
      return [w - 1 - y, h - 1 - x];
    case 8:
      return [w - 1 - y, x];
    default:
      return [x, y];
  }
}
