// Shows the first tasks of today, oldest first, and updates them change by change, as Sunglow does.
const ROWS = 50;
const STORES = {
  tinybase: () => import('./tinybase-store.mjs'),
  yjs: () => import('./yjs-store.mjs'),
  pouchdb: () => import('./pouchdb-store.mjs'),
};

const today = new Date().toISOString().slice(0, 10);
const list = document.querySelector('ul');
const { open } = await STORES[new URLSearchParams(location.search).get('peer')]();
const store = await open(today);
let tasks = [];
for (const task of await store.ofDay(today)) if (!task.done) tasks.push(task);
tasks.sort((a, b) => a.createdAt - b.createdAt);
performance.mark('data-ready');
render();
store.onChange((id, task) => {
  tasks = tasks.filter((other) => other.id !== id);
  if (task && !task.done && task.date === today) {
    const place = tasks.findLastIndex((other) => other.createdAt <= task.createdAt) + 1;
    tasks.splice(place, 0, task);
  }
  render();
});

function render(shown = tasks) {
  list.replaceChildren(
    ...shown.slice(0, ROWS).map(({ name, description }) => {
      const row = document.createElement('li');
      row.textContent = `${name} ${description}`;
      return row;
    }),
  );
}

let painted = 0;
if (tasks.length > 0) afterPaint(() => (painted = performance.now()));

function afterPaint(run) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', run);
    port1.start();
    port2.postMessage(null);
  });
}

/** The ms from the start of the frame that runs `act` until its changes are painted. */
function untilPainted(act) {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const start = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - start));
      port1.start();
      let isInFrame = true;
      const observer = new MutationObserver(() => {
        observer.disconnect();
        // A change after this frame is painted in a later one.
        if (isInFrame) port2.postMessage(null);
        else requestAnimationFrame(() => port2.postMessage(null));
      });
      observer.observe(list, { childList: true });
      setTimeout(() => (isInFrame = false));
      act();
    });
  });
}

function newTask(n) {
  const at = Date.now();
  const date = new Date(at + (n % 10) * 86_400_000).toISOString().slice(0, 10);
  return {
    id: crypto.randomUUID(),
    name: `Task ${n}`,
    description: '',
    date,
    createdAt: at + n,
    done: false,
  };
}

globalThis.harness = {
  plant: (count) => store.addAll(Array.from({ length: count }, (_, n) => newTask(n))),
  opened: () => ({ dataReady: performance.getEntriesByName('data-ready')[0].startTime, painted }),
  // Sorted before all others, so that it is visible.
  add: () => untilPainted(() => store.add({ ...newTask(0), createdAt: tasks[0].createdAt - 1 })),
  edit: (n) => untilPainted(() => store.change(tasks[0], { description: `Edited ${n}` })),
  complete: () => untilPainted(() => store.change(tasks[0], { done: true })),
  find: (text) => untilPainted(async () => render(await store.find(text))),
};
