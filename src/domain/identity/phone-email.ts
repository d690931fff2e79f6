/** No mail reaches an address below `invalid` (RFC 2606). */
const HOST = '@phone.invalid';

/**
 * The placeholder email of an account with a phone number alone, since every account must have an email.
 * Nobody sees it, it gets no mail, and nobody can sign up with it. `phoneNumber` is in E.164 form.
 */
export function phoneEmail(phoneNumber: string): string {
  return phoneNumber.slice(1) + HOST;
}

export function isPhoneEmail(email: string): boolean {
  return email.toLowerCase().endsWith(HOST);
}
