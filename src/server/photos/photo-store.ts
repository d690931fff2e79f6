/**
 * A storage for photos. Names consist of letters, digits, `-`, `_` and `.`. All methods reject on failure.
 */
export interface PhotoStore {
  /** `signal` aborts it when the client has gone. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void>;
  /** Null without a photo of this name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Does not fail without a photo of this name. */
  delete(name: string): Promise<void>;
}
