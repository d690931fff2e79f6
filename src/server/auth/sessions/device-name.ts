/** Browsers by a text that only they send. Others also claim to be Chrome or Safari, and so come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and its system, such as `Firefox on Windows`. No part of the text itself is taken over. */
export function deviceName(userAgent: string | null | undefined): string {
  const browser = nameIn(BROWSERS, userAgent) ?? 'Unknown browser';
  const system = nameIn(SYSTEMS, userAgent);
  return system === null ? browser : `${browser} on ${system}`;
}

function nameIn(
  names: readonly (readonly [RegExp, string])[],
  userAgent: string | null | undefined,
): string | null {
  return names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
}
