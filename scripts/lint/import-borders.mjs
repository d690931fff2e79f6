// Rules for oxlint (.oxlintrc.json) about what a file imports, by the tables of zones.mjs.
import { isBuiltin } from 'node:module';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { FEATURES, NAMED, PRODUCTION, ZONES } from './zones.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST = /(?:^e2e|(?:^|\/)testing)\/|\.test\.[a-z]+$/u;

const importBorders = {
  meta: { type: 'problem' },
  createOnce: (context) => {
    let file;
    return {
      before() {
        file = pathOf(context.filename);
        return !TEST.test(file);
      },
      ...eachImport((source, specifier) => {
        const { target } = targetOf(file, specifier);
        const problem = target && problemOf(file, target);
        if (problem) context.report({ node: source, message: `${problem} See scripts/lint/zones.mjs.` });
      }),
    };
  },
};

const importStyle = {
  meta: { type: 'suggestion', fixable: 'code' },
  createOnce: (context) => {
    let file;
    return {
      before() {
        file = pathOf(context.filename);
      },
      ...eachImport((source, specifier) => {
        const styled = styledOf(file, specifier);
        if (styled === specifier) return;
        context.report({
          node: source,
          message: `Write '${styled}': './' within a folder, '#' across folders.`,
          fix: (fixer) => fixer.replaceText(source, `'${styled}'`),
        });
      }),
    };
  },
};

export default {
  meta: { name: 'sunglow' },
  rules: { 'import-borders': importBorders, 'import-style': importStyle },
};

/** Visits each node that names a module. `visit` gets the node and the name. */
function eachImport(visit) {
  const visitSource = ({ source }) => {
    if (source?.type === 'Literal') visit(source, source.value);
    // The target of an `import()` with a computed argument is unknown.
    if (source?.type === 'TemplateLiteral' && source.expressions.length === 0)
      visit(source, source.quasis[0].value.cooked);
  };
  return {
    ImportDeclaration: visitSource,
    ExportNamedDeclaration: visitSource,
    ExportAllDeclaration: visitSource,
    ImportExpression: visitSource,
    TSImportType: visitSource,
  };
}

/** The path from the project's root, with `/` on every system. */
function pathOf(filename) {
  return relative(ROOT, filename).split(sep).join('/');
}

/**
 * The imported file, `node:` for a module of Node.js, undefined for a package's module; and the part after a
 * `?`.
 */
function targetOf(file, specifier) {
  const [path, ...query] = specifier.split(/(?=\?)/u);
  return { target: fileOf(file, path), query: query.join('') };
}

function fileOf(file, path) {
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  if (path.startsWith('#')) return posix.normalize(path.slice(1));
  return isBuiltin(path) ? 'node:' : undefined;
}

function problemOf(file, target) {
  if (PRODUCTION.some((folder) => isIn(file, folder)) && TEST.test(target))
    return 'What users run does not import tests, nor what is for tests.';
  if (isIn(file, FEATURES) && isIn(target, FEATURES) && featureOf(file) !== featureOf(target))
    return 'A feature does not import another.';
  for (const { folder, only, never = [] } of ZONES.filter((zone) => isIn(file, zone.folder))) {
    const rejected = never.find((each) => isIn(target, each));
    if (rejected) return `${folder} does not import ${rejected}.`;
    if (only && target !== 'node:' && !only.some((each) => isIn(target, each)))
      return `${folder} imports only ${only.join(', ')}.`;
  }
  return undefined;
}

function isIn(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

function featureOf(path) {
  return path.slice(FEATURES.length + 1).split('/')[0];
}

function styledOf(file, specifier) {
  const { target, query } = targetOf(file, specifier);
  if (!target || target === 'node:') return specifier;
  if (posix.dirname(target) === posix.dirname(file)) return `./${posix.basename(target)}${query}`;
  return NAMED.some((folder) => isIn(target, folder)) ? `#${target}${query}` : specifier;
}
