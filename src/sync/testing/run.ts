import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';
import { SimulationFolder } from './simulated-server.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } },
});
const from = Number(values.from);
const count = Number(values.seeds);

const folder = await SimulationFolder.create();
const total = { mutations: 0, rejections: 0, crashes: 0, pages: 0, purged: 0 };
let failed = 0;
for (let seed = from; seed < from + count; seed++) {
  try {
    const report = await simulate(seed, folder);
    total.mutations += report.mutations;
    total.rejections += report.rejections;
    total.crashes += report.crashes;
    total.pages += report.pages;
    total.purged += report.purged;
  } catch (error) {
    failed += 1;
    console.error(`seed ${seed}:`, error);
  }
  if ((seed - from + 1) % 10_000 === 0) console.log(`${seed - from + 1} schedules, ${failed} failed`);
}
folder.remove();
console.log(
  `${count} schedules from seed ${from}: ${total.mutations} mutations, ${total.rejections} refused, ` +
    `${total.crashes} crashes, ${total.pages} pages, ${total.purged} purged rows; ${count - failed} passed, ${failed} failed`,
);
process.exitCode = failed > 0 ? 1 : 0;
