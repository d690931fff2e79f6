/** The largest size that the server accepts. */
const PIXELS = 512;

/** A square of a picture, in its pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The square of the picture in `image` as WebP; as PNG from browsers that cannot write WebP. */
export async function shrinkPhoto(image: HTMLImageElement, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const side = Math.max(1, Math.min(PIXELS, Math.round(square.width)));
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, square.x, square.y, square.width, square.height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new Error('The picture could not be drawn.');
  return blob;
}
