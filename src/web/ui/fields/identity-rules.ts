import { tooLong } from './too-long.ts';
import { NAME_LENGTH, PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';

/** The problem with a cleaned name, or null; `missing` is the text for an empty one. */
export function checkName(name: string, missing: string): string | null {
  return name === '' ? missing : tooLong(name, NAME_LENGTH);
}

export const PASSWORD_HINT = `${PASSWORD_LENGTH.min} characters or more`;

export function checkNewPassword(password: string): string | null {
  const { min, max } = PASSWORD_LENGTH;
  const fits = password.length >= min && password.length <= max;
  return fits ? null : `Please enter a Password of ${min} to ${max} characters`;
}

/** Rejects only texts that cannot be an address. The server decides. */
export function checkEmail(email: string): string | null {
  if (email.trim() === '') return 'Please enter your Email';
  return /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(email) ? null : 'Please enter a valid Email';
}
