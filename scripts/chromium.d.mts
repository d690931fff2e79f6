export const CHROMIUM_FLAGS: string[];
export function findChromium(): string;
export function findWholeChromium(): string;
export function findTestChromium(): string;
