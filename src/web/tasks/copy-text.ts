import { notifyError, notifySuccess } from '#src/web/feedback/notifications.ts';

/** Copies a text to the clipboard, and notifies the user. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess('Copied');
  } catch {
    // Browsers reject copying without permission, or on an insecure page.
    notifyError('The browser does not allow copying here. Select the text instead.');
  }
}
