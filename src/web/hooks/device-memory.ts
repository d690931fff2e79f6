/**
 * Small things that this browser remembers beside the user's data. Nothing depends on them: where storage is blocked or
 * full, they are forgotten.
 */
export const deviceMemory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // As said above.
    }
  },

  /** Forgets all of it, and who is logged in. */
  clear(): void {
    try {
      localStorage.clear();
    } catch {
      // As said above.
    }
  },
};
