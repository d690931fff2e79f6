// node peer-worker.ts PEER MEASURE: measures one peer, and prints the numbers as JSON.
import { MEASURES, PEER_NAMES } from './list.ts';

const [peerName, measureName = ''] = process.argv.slice(2);
const peer = PEER_NAMES.find((name) => name === peerName);
const measure = MEASURES[measureName];
if (!peer || !measure) throw new Error(`There is no peer ${peerName}, or no measure ${measureName}.`);
console.log(JSON.stringify(await measure.run(peer)));
process.exit(0);
