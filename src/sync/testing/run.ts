import { parseArgs } from 'node:util';
import { Coverage } from './coverage.ts';
import { simulate } from './simulation.ts';
import { SimulationFolder } from './simulated-server.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } },
});
const from = Number(values.from);
const count = Number(values.seeds);

const folder = await SimulationFolder.create();
const total = new Coverage();
let failed = 0;
for (let seed = from; seed < from + count; seed++) {
  try {
    total.add(await simulate(seed, folder));
  } catch (error) {
    failed += 1;
    console.error(`seed ${seed}:`, error);
  }
  if ((seed - from + 1) % 10_000 === 0) console.log(`${seed - from + 1} schedules, ${failed} failed`);
}
folder.remove();
console.log(
  `${count} schedules from seed ${from}: ${count - failed} passed, ${failed} failed; went through: ${total.describe()}`,
);
process.exitCode = failed > 0 ? 1 : 0;
