/** Runs one import at a time in all tabs of a user in this browser. Resolves to null, without a run, while another one runs. */
export function importAlone<T>(userId: string, run: () => Promise<T>): Promise<T | null> {
  return navigator.locks.request(`sunglow-import-${userId}`, { ifAvailable: true }, (lock) =>
    lock ? run() : null,
  );
}
