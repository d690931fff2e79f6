import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
/** Fonts and images are compressed already; the server compresses documents, since it completes them. */
const TEXT = /\.(css|js|json|map|svg|txt|webmanifest)$/;

/** Writes a `.br` beside each file below `folder` whose compressed form is smaller. */
export async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((file) => compressFile(join(file.parentPath ?? file.path, file.name))));
}

async function compressFile(path) {
  const content = await readFile(path);
  const compressed = await brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  if (compressed.length < content.length) await writeFile(`${path}.br`, compressed);
}
