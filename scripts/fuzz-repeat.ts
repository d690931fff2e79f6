// npm run fuzz-repeat -- [NUMBER] [SEED]: compares NUMBER random repeat rules with rrule-temporal, like the
// unit test with 1,000.
import { fuzz } from '#src/domain/repeat/testing/fuzz.ts';

const CHUNK = 10_000;
const [number = 1_000_000, first = Date.now() % 1e6] = process.argv.slice(2).map(Number);

const total: Record<string, number> = {};
for (let done = 0; done < number; done += CHUNK) {
  const seed = first + done / CHUNK;
  try {
    for (const [verdict, count] of Object.entries(fuzz(Math.min(CHUNK, number - done), seed)))
      total[verdict] = (total[verdict] ?? 0) + count;
  } catch (error) {
    process.exitCode = 1;
    console.error(`seed ${seed}:`, error);
  }
  console.log(`up to seed ${seed}: ${JSON.stringify(total)}`);
}
