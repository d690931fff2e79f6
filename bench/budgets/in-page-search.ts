// Code of the search benchmark that runs in the page.

declare global {
  var palette: ReturnType<typeof createPalette>;
}

function createPalette() {
  return {
    open: () => Promise.resolve(0),
    type: (_text: string) => Promise.resolve({ answered: 0, counted: 0 }),
    scan: (_texts: readonly string[], _word: string) => 0,
  };
}

export function watchPalette() {
  const field = () => document.querySelector<HTMLInputElement>('[role="dialog"] input[role="combobox"]');
  const turn = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(null);
    });
  const until = async (isDone: () => boolean): Promise<number> => {
    const start = performance.now();
    while (!isDone()) {
      if (performance.now() - start > 30_000) throw new Error('The palette does not answer.');
      await turn();
    }
    return performance.now();
  };
  globalThis.palette = {
    async open() {
      const start = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      const isReady = () =>
        document.activeElement === field() && document.querySelector('[role="option"]') !== null;
      return (await until(isReady)) - start;
    },
    // Measures until the results are in the document, and until their count is shown, over any number of
    // slices.
    async type(text) {
      const input = field();
      if (!input) throw new Error('The palette is not open.');
      // React ignores a value that is set by its own property, which hides the element's.
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const start = performance.now();
      value?.set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
      await Promise.resolve();
      const list = () => document.querySelector('[role="dialog"] [role="listbox"]');
      const answered = await until(() => list()?.getAttribute('aria-busy') === 'false');
      const status = () => document.querySelector('[role="dialog"] [role="status"]');
      const counted = text === '' ? answered : await until(() => status()?.textContent !== '');
      return { answered: answered - start, counted: counted - start };
    },
    scan(texts, word) {
      const start = performance.now();
      let count = 0;
      for (const text of texts) if (text.includes(word)) count += 1;
      return performance.now() - start + (count < 0 ? 1 : 0);
    },
  };
}
