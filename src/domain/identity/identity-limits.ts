/** The longest name of a user or a passkey, in UTF-16 code units. */
export const NAME_LENGTH = 120;
/** The shortest and the longest password, in UTF-16 code units. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
