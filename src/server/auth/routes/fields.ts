import { z } from 'zod';
import { isPhoneEmail } from '#src/domain/identity/phone-email.ts';
import { NAME_LENGTH, PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import type { FieldCodes } from './read-fields.ts';

/** In lower case, as emails are stored. */
export const emailSchema = z
  .email()
  .max(254)
  .toLowerCase()
  .refine((email) => !isPhoneEmail(email));
export const passwordSchema = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
/**
 * Without control characters, which could end a line of a mail, and without lone surrogates, which no
 * database takes.
 */
export const nameSchema = z
  .string()
  .refine((name) => name.isWellFormed())
  .trim()
  .min(1)
  .max(NAME_LENGTH)
  .regex(/^\P{Cc}*$/u);

/** The id of a row, made by Better Auth or a browser. */
export const rowIdSchema = z.string().regex(/^[\w-]{1,100}$/);

/** The token of a link: Better Auth's have 24 or 32 letters, or are a signed text of some hundred. */
export const tokenSchema = z
  .string()
  .max(2_000)
  .regex(/^[\w.-]+$/);

export const fieldError: FieldCodes = (field, problem) => {
  if (field === 'email' || field === 'newEmail') return 'INVALID_EMAIL';
  if (field === 'name') return 'INVALID_NAME';
  if (field === 'phoneNumber' || field === 'country') return 'INVALID_PHONE_NUMBER';
  if (field === 'code') return 'INVALID_OTP';
  if (field === 'token') return 'INVALID_TOKEN';
  if (field === 'currentPassword') return 'INVALID_PASSWORD';
  if (field !== 'password' && field !== 'newPassword') return null;
  if (problem === 'too_small') return 'PASSWORD_TOO_SHORT';
  return problem === 'too_big' ? 'PASSWORD_TOO_LONG' : 'INVALID_PASSWORD';
};
