import type { CountryCode } from 'libphonenumber-js/max';

/** Kinds of numbers that cost the sender extra, or that no message reaches. */
const UNREACHABLE = new Set(['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'VOICEMAIL', 'PAGER']);

export interface PhoneNumber {
  /** The number in E.164 form: +15551234567. */
  readonly e164: string;
  /** The number as people write it: +1 555 123 4567. */
  readonly readable: string;
}

/**
 * The number that a user in `country` (ISO 3166, two capital letters) typed, with or without the country
 * code. Null for an invalid number, or one that should get no text message.
 */
export async function parsePhoneNumber(typed: string, country?: string): Promise<PhoneNumber | null> {
  // Loaded with the first number, since the number patterns of all countries take 7 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(typed, country as CountryCode | undefined);
  // A number with an extension belongs to an exchange.
  if (!parsed?.isValid() || parsed.ext !== undefined) return null;
  if (UNREACHABLE.has(parsed.getType() ?? '')) return null;
  return { e164: parsed.number, readable: parsed.formatInternational() };
}
