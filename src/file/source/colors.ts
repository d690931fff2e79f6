import { COLORS, type ColorHex } from '#src/domain/colors.ts';

/** For rows whose source has no color. */
export const PLAIN_COLOR: ColorHex = '#C8C8CD';

/** The color of Sunglow that is nearest to a color in hexadecimal; null for any other text. */
export function nearestColor(text: string): { readonly hex: ColorHex; readonly isExact: boolean } | null {
  const wanted = channelsOf(text);
  if (!wanted) return null;
  let best: { readonly hex: ColorHex; readonly distance: number } | null = null;
  for (const { hex } of COLORS) {
    const distance = (channelsOf(hex) ?? []).reduce(
      (sum, each, i) => sum + (each - (wanted[i] ?? 0)) ** 2,
      0,
    );
    if (!best || distance < best.distance) best = { hex, distance };
  }
  return best && { hex: best.hex, isExact: best.distance === 0 };
}

function channelsOf(text: string): readonly number[] | null {
  const [, hex] = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text.trim()) ?? [];
  return hex === undefined ? null : [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
