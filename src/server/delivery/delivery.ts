export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address where the reader ends such mails with one click, without a session (RFC 8058). */
  readonly unsubscribe?: string;
}

/** `to` is a number in E.164 form, such as +15551234567. */
export interface TextMessage {
  readonly to: string;
  readonly text: string;
}

/**
 * The ways for messages to leave the server. A null way is not offered, and neither are features that need
 * it. Both reject on failure.
 */
export interface Delivery {
  readonly mail: ((mail: Mail) => Promise<void>) | null;
  readonly text: ((message: TextMessage) => Promise<void>) | null;
  /** True when mail reaches the owner of the address; false on a console, where it proves nothing. */
  readonly mailIsReal: boolean;
}
