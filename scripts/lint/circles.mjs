// Finds circles of imports in the code that users run: between files, and between folders of one parent. `import type` counts too.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = /\.(?:ts|tsx|mjs)$/u;
const TEST = /(?:^|\/)testing\/|\.test\.[a-z]+$/u;
/** `import x from 'y'`, `export x from 'y'`, `import 'y'` at the beginning of a line; `import('y')` anywhere. */
const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)['"`]/gmu;

/** The circles below `folder` of the project at `root`: the paths of each, sorted. */
export function findCircles(root, folder = 'src') {
  const files = readdirSync(join(root, folder), { recursive: true })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => SOURCE.test(path) && !TEST.test(path));
  const imports = new Map(files.map((file) => [file, new Set()]));
  for (const file of files) {
    for (const [, from, alone, dynamic] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const target = targetOf(file, from ?? alone ?? dynamic);
      if (imports.has(target)) imports.get(file).add(target);
    }
  }
  return { files: circlesIn(imports), folders: circlesIn(foldersOf(imports)) };
}

function targetOf(file, specifier) {
  const [path] = specifier.split('?');
  if (path.startsWith('#')) return posix.normalize(path.slice(1));
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path;
}

/** Two folders of one parent: the first imports the second where any file of it, at any depth, imports any file of that. */
function foldersOf(imports) {
  const folders = new Map();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = siblingsOf(posix.dirname(file).split('/'), posix.dirname(target).split('/'));
      if (!from) continue;
      if (!folders.has(from)) folders.set(from, new Set());
      folders.get(from).add(to);
    }
  }
  return folders;
}

/** The two folders in which the ways to these part; nothing where one lies in the other. */
function siblingsOf(from, to) {
  const depth = from.findIndex((name, index) => name !== to[index]);
  if (depth < 0 || depth >= to.length) return [];
  return [from, to].map((path) => path.slice(0, depth + 1).join('/'));
}

/** The strongly connected components of more than one node (Tarjan, 1972). */
function circlesIn(graph) {
  const places = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    const place = places.size;
    places.set(node, place);
    stack.push(node);
    let lowest = place;
    for (const next of graph.get(node) ?? []) {
      if (!places.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, places.get(next));
    }
    if (lowest === place) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.toSorted((a, b) => (a < b ? -1 : 1)));
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!places.has(node)) visit(node);
  return circles;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, folders } = findCircles(ROOT);
  for (const circle of files) console.error(`These files import each other:\n  ${circle.join('\n  ')}`);
  for (const circle of folders) console.error(`These folders import each other:\n  ${circle.join('\n  ')}`);
  if (files.length + folders.length > 0) process.exitCode = 1;
}
