// npm run fuzz-quick-add -- [NUMBER] [SEED]: parses NUMBER random lines, like the unit test with some
// thousands, and prints the time it took.
import { indexNames } from '#src/domain/quick-add/name-index.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import { fuzz } from '#src/domain/quick-add/testing/fuzz.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';

const CHUNK = 10_000;
const [number = 1_000_000, first = Date.now() % 1e6] = process.argv.slice(2).map(Number);

const begin = performance.now();
let slowest = { slowest: 0, line: '' };
for (let done = 0; done < number; done += CHUNK) {
  const seed = first + done / CHUNK;
  try {
    const found = fuzz(Math.min(CHUNK, number - done), seed);
    if (found.slowest > slowest.slowest) slowest = found;
  } catch (error) {
    process.exitCode = 1;
    console.error(`seed ${seed}:`, error);
  }
}
const each = ((performance.now() - begin) / number) * 1_000;
console.log(`${number} lines from seed ${first}: ${each.toFixed(1)} µs a line with its checks.`);
console.log(`The slowest took ${slowest.slowest.toFixed(1)} ms: ${JSON.stringify(slowest.line)}`);

const names = Array.from({ length: 5_000 }, (_, i) => `Collection number ${i}`);
const context = { ...contextOf({}), collections: indexNames(names) };
for (const length of [50, 500, 5_000, 50_000]) {
  const line = 'Call Bob #collection number 4999 every 2nd tuesday at 5pm for 30 min by friday, p2 '
    .repeat(Math.ceil(length / 80))
    .slice(0, length);
  const times = Math.max(3, Math.floor(200_000 / length));
  const start = performance.now();
  for (let i = 0; i < times; i++) parseQuickAdd(line, context);
  const time = (performance.now() - start) / times;
  console.log(`${length} characters at 5,000 collections: ${time.toFixed(3)} ms`);
}
