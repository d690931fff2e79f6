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

  /** Returns whether it is remembered. */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },

  keys(): readonly string[] {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  },

  forget(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // The same holds here as above.
    }
  },

  /** Forgets all of it, and who is signed in. */
  clear(): void {
    try {
      localStorage.clear();
    } catch {
      // The same holds here as above.
    }
  },
};
