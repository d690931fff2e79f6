/** Runs one import at a time in all tabs of a user in this browser. Resolves to false, without a run, while another one runs. */
export function importAlone(userId: string, run: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(`sunglow-import-${userId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await run();
    return true;
  });
}
