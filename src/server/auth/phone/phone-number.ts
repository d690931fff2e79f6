import type { CountryCode } from 'libphonenumber-js/max';

/** Kinds of number that cost the sender more than a message, or that no message reaches. */
const UNREACHABLE = new Set(['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'VOICEMAIL', 'PAGER']);

export interface PhoneNumber {
  /** The number as E.164 writes it: +15551234567. */
  readonly e164: string;
  /** The number as people write it: +1 555 123 4567. */
  readonly readable: string;
}

/**
 * The number that somebody in `country` (ISO 3166, two capital letters) has typed, with or without the country's own code;
 * null when there is no such number, or no text message should go to it.
 */
export async function parsePhoneNumber(typed: string, country?: string): Promise<PhoneNumber | null> {
  // Loaded with the first number: what all countries' numbers look like takes 7 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(typed, country as CountryCode | undefined);
  // With an extension, it is the number of an exchange.
  if (!parsed?.isValid() || parsed.ext !== undefined) return null;
  if (UNREACHABLE.has(parsed.getType() ?? '')) return null;
  return { e164: parsed.number, readable: parsed.formatInternational() };
}
