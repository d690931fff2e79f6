/** The most bytes that a file, or the opened part of an archive, may have. */
export const MAX_FILE_BYTES = 100 * 1_048_576;

export interface DecodedText {
  readonly text: string;
  /** False when the bytes are no UTF-8 and have no mark, so that they were read as Windows-1252. */
  readonly isSure: boolean;
}

/** The text of a file: UTF-8 or UTF-16, with or without a byte order mark, and otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = wideEncodingOf(bytes);
  if (encoding !== null) return { text: new TextDecoder(encoding).decode(bytes), isSure: true };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isSure: true };
  } catch {
    // Every byte is a character of Windows-1252, so that this never fails.
    return { text: new TextDecoder('windows-1252').decode(bytes), isSure: false };
  }
}

/** True for a text with characters that no text file has. */
export function isBinary(text: string): boolean {
  return text.slice(0, 4_096).includes('\0');
}

/** Without a mark, UTF-16 is known by the zero in every other byte of Latin letters. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 400);
  if (sample.length < 4 || sample.length % 2 > 0) return null;
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd > sample.length / 4) return 'utf-16le';
  return odd === 0 && even > sample.length / 4 ? 'utf-16be' : null;
}
