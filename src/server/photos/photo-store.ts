/** Where photos are kept. Names are our own: letters, digits, `-`, `_` and `.`. All reject when it fails. */
export interface PhotoStore {
  /** `signal` ends it before it is done: whoever sent the photo has gone. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void>;
  /** Null when there is none of this name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** One that is not there is no error. */
  delete(name: string): Promise<void>;
}
