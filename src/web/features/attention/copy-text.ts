import { notifyError, notifySuccess } from '#src/web/feedback/notifications.ts';

/** Puts it on the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess('Copied');
  } catch {
    // Browsers reject it without permission, or on a page that is not secure.
    notifyError('The browser does not allow copying here. Select the text instead.');
  }
}
