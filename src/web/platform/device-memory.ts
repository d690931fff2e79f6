/**
 * Small values that this browser keeps beside the user's data. Nothing depends on them: they are lost if
 * storage is blocked or full.
 */
export const deviceMemory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  /** Returns true if the value was stored. */
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
      // As above.
    }
  },

  /** Removes all values, including the session's. */
  clear(): void {
    try {
      localStorage.clear();
    } catch {
      // As above.
    }
  },
};
