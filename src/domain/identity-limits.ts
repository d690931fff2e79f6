/** How long the name of a user, or of a passkey, may be, in UTF-16 code units. */
export const NAME_LENGTH = 120;
/** How long a password may be, in UTF-16 code units. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
