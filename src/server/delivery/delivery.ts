export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader ends such mails with one click, without a session (RFC 8058). */
  readonly unsubscribe?: string;
}

/** `to` is a number as E.164 writes it, such as +15551234567. */
export interface TextMessage {
  readonly to: string;
  readonly text: string;
}

/** How messages leave the server. What is null is not offered, nor is what needs it. Both reject when it fails. */
export interface Delivery {
  readonly mail: ((mail: Mail) => Promise<void>) | null;
  readonly text: ((message: TextMessage) => Promise<void>) | null;
  /** Whether mail reaches whoever has the address; false on a console, where it proves nothing. */
  readonly mailIsReal: boolean;
}
