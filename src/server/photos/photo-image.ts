import type Sharp from 'sharp';

/** Width and height of a photo, pixels, at most; pages send it no larger. */
export const PHOTO_PIXELS = 512;

const QUALITY = 82;

/**
 * A photo as it is kept: WebP, of the first picture's pixels alone, without a place where it was taken or anything that
 * was hidden in the file. `bytes` are WebP, PNG or JPEG of PHOTO_PIXELS squared at most. Returns null when they are not.
 */
export async function toPhoto(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPicture(bytes)) return null;
  // It is loaded outside `try`: the bytes are not to blame if it cannot be loaded.
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: PHOTO_PIXELS ** 2, failOn: 'error', pages: 1 });
    const { width, height, pages = 1 } = await image.metadata();
    if (width > PHOTO_PIXELS || height > PHOTO_PIXELS || pages > 1) return null;
    return new Uint8Array(await image.autoOrient().webp({ quality: QUALITY }).toBuffer());
  } catch {
    // Whatever is wrong with the bytes, they are no photo.
    return null;
  }
}

let isConfined = false;

/** Loaded with the first photo: it takes some 10 MB, and few servers see a photo on a day. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  if (isConfined) return sharp;
  // libvips reads SVG, PDF and much else. These three are let in.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'],
  });
  // Nobody loads the same one twice.
  sharp.cache(false);
  isConfined = true;
  return sharp;
}

const WEBP = /^RIFF[^]{4}WEBP/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]).toString('latin1');

/** Whether they begin as one of the three formats does: the decoder is shown nothing else. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return WEBP.test(head) || head.startsWith(PNG) || head.startsWith(JPEG);
}
