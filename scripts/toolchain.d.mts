/** The project's folder. */
export const ROOT: string;
