/** No mail reaches any address below `invalid` (RFC 2606). */
const HOST = '@phone.invalid';

/**
 * What stands for an email of an account that has a phone number alone, as every account has a text in that place. It is
 * shown to nobody, gets no mail, and cannot be signed up with. `phoneNumber` as E.164 writes it.
 */
export function phoneEmail(phoneNumber: string): string {
  return phoneNumber.slice(1) + HOST;
}

export function isPhoneEmail(email: string): boolean {
  return email.toLowerCase().endsWith(HOST);
}
