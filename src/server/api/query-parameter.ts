import { z } from 'zod';

/**
 * The longest query in an address, in characters. An address and the headers have 16 KB together, and a character of
 * ASCII takes up to 3 bytes there.
 */
const MOST = 4_096;

/** A query in the language of filters, as a parameter of an address. */
export const queryParameter = z
  .string()
  .max(MOST, 'A query in an address has 4,096 characters at most.')
  .optional();
