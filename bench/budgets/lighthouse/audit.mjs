// node audit.mjs URL PORT PRESET: audits a page in the Chromium that listens for debuggers on PORT, as a
// phone or a desktop. Prints {scores: {category: 0 to 100}, failed: [audit]} as JSON. A separate file, since
// `#src` cannot be imported below this folder.
import lighthouse, { desktopConfig } from 'lighthouse';

const [url, port, preset] = process.argv.slice(2);
const flags = {
  port: Number(port),
  logLevel: 'error',
  // The reset would sign the user out.
  disableStorageReset: true,
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
};
const { lhr } = await lighthouse(url, flags, preset === 'desktop' ? desktopConfig : undefined);
const categories = Object.values(lhr.categories);
const failed = categories
  .filter(({ id }) => id !== 'performance')
  .flatMap(({ auditRefs }) => auditRefs.map(({ id }) => lhr.audits[id]))
  .filter(({ score }) => score !== null && score < 1)
  .map(({ id }) => id);
const scores = Object.fromEntries(categories.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
console.log(JSON.stringify({ scores, failed }));
