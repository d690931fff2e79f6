import { cpus } from 'node:os';
import { measureApi } from '#bench/budgets/api.ts';
import { measureBrowser } from '#bench/budgets/browser.ts';
import { measureBundle } from '#bench/budgets/bundle.ts';
import { measureCalendar } from '#bench/budgets/calendar.ts';
import { measureConnections } from '#bench/budgets/connections.ts';
import { measureFairness } from '#bench/budgets/fairness.ts';
import { measureFeed } from '#bench/budgets/feed.ts';
import { measureFilters } from '#bench/budgets/filters.ts';
import { measureHistory } from '#bench/budgets/history.ts';
import { measureImport } from '#bench/budgets/import.ts';
import { measureLighthouse } from '#bench/budgets/lighthouse.ts';
import { measureLists } from '#bench/budgets/lists.ts';
import { measureLoad } from '#bench/load/load.ts';
import { printRows, type Row } from './measure.ts';
import { measureMemory } from '#bench/budgets/memory.ts';
import { comparePeers } from '#bench/peers/peers.ts';
import { measureReminders } from '#bench/budgets/reminders.ts';
import { measureLongLine } from '#bench/budgets/long-line.ts';
import { measureOpening } from '#bench/budgets/opening.ts';
import { measureSearch } from '#bench/budgets/search.ts';
import { measureSync } from '#bench/budgets/sync.ts';
import { measureThroughput } from '#bench/budgets/throughput.ts';
import { measureTyping } from '#bench/budgets/typing.ts';

/**
 * Measures the budgets of the design: npm run bench [-- SECTION...]; Sunglow beside others: npm run bench --
 * peers [MEASURE...]; and under load: npm run bench -- load [PIECE...] [--quick].
 */
const SECTIONS: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  sync: measureSync,
  throughput: measureThroughput,
  fairness: measureFairness,
  connections: measureConnections,
  opening: measureOpening,
  memory: measureMemory,
  browser: measureBrowser,
  lists: measureLists,
  search: measureSearch,
  reminders: () => measureReminders(),
  api: measureApi,
  filters: measureFilters,
  calendar: measureCalendar,
  typing: measureTyping,
  'long-line': measureLongLine,
  import: measureImport,
  feed: measureFeed,
  history: measureHistory,
  bundle: measureBundle,
  lighthouse: measureLighthouse,
};

if (process.argv[2] === 'peers') {
  await comparePeers(process.argv.slice(3));
  process.exit(0);
}
if (process.argv[2] === 'load') {
  await measureLoad(process.argv.slice(3));
  process.exit(0);
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SECTIONS);
const rows: Row[] = [];
for (const name of wanted) {
  const measure = SECTIONS[name];
  if (!measure)
    throw new Error(`There is no section ${name}; there are ${Object.keys(SECTIONS).join(', ')}.`);
  console.error(`measuring ${name}`);
  rows.push(...(await measure()));
}
const cores = cpus();
console.log(`Node ${process.version}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'})\n`);
printRows(rows);
// Open sockets to ended servers would keep the process running.
process.exit(0);
