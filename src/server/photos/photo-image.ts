import type Sharp from 'sharp';

/** The largest width and height of a photo in pixels. Pages send none larger. */
export const PHOTO_PIXELS = 512;

const QUALITY = 82;

/**
 * A photo in its stored form: WebP with the pixels of the first picture alone, without the place of taking it
 * or hidden data. `bytes` are WebP, PNG or JPEG of at most PHOTO_PIXELS squared. Null for anything else.
 */
export async function toPhoto(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPicture(bytes)) return null;
  // Outside `try`: a failure to load it is no fault of the bytes.
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: PHOTO_PIXELS ** 2, failOn: 'error', pages: 1 });
    const { width, height, pages = 1 } = await image.metadata();
    if (width > PHOTO_PIXELS || height > PHOTO_PIXELS || pages > 1) return null;
    return new Uint8Array(await image.autoOrient().webp({ quality: QUALITY }).toBuffer());
  } catch {
    // Any error means that the bytes are no photo.
    return null;
  }
}

let isConfined = false;

/** Loaded with the first photo: it takes some 10 MB, and few servers get a photo on a day. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  if (isConfined) return sharp;
  // libvips reads SVG, PDF and many more formats. Only these three are allowed.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'],
  });
  // No photo is loaded twice.
  sharp.cache(false);
  isConfined = true;
  return sharp;
}

const WEBP = /^RIFF[^]{4}WEBP/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]).toString('latin1');

/** True for the first bytes of one of the three formats. The decoder gets nothing else. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return WEBP.test(head) || head.startsWith(PNG) || head.startsWith(JPEG);
}
