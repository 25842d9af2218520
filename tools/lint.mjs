// `npm run check:lint`: lints files that have changed since they were last clean, or that import such a file. The linter's own
// cache considers each file on its own, so type-aware rules would miss the effects of changes in other files.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { loadSource } from './load-source.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const CACHE = 'node_modules/.cache/framework/lint.json';
/** The files that the results for all files depend on. */
const SHARED = ['package-lock.json', 'eslint.config.js', 'tsconfig.json', 'tools/lint.mjs'];
const OTHERS = new Set(['node_modules', '.git', '.framework', 'coverage']);

const { fileKeys } = await loadSource('tools/lint/file-keys.ts');
const eslint = new ESLint();

const paths = filesBelow('.');
const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const shared = [process.version, ...SHARED.map((path) => readFileSync(path, 'utf8'))];
const keys = fileKeys(texts, shared);

const clean = new Set(readCache());
const ignored = await Promise.all(paths.map((path) => eslint.isPathIgnored(path)));
const own = paths.filter((path, at) => /\.(?:tsx?|js|mjs|cjs)$/.test(path) && !ignored[at]);
const stale = own.filter((path) => !clean.has(keys.get(path)));

const results = stale.length > 0 ? await eslint.lintFiles(stale) : [];
const problems = results.filter(({ messages }) => messages.length > 0);
const failed = new Set(
  problems.map(({ filePath }) => relative('.', filePath).replaceAll(sep, '/')),
);

mkdirSync(dirname(CACHE), { recursive: true });
const passed = own.filter((path) => !failed.has(path)).map((path) => keys.get(path));
writeFileSync(CACHE, JSON.stringify(passed));

const { format } = await eslint.loadFormatter('stylish');
process.stdout.write(await format(problems));
console.log(`Linted ${stale.length} of ${own.length} files, ${failed.size} with problems`);
process.exitCode = failed.size > 0 ? 1 : 0;

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    // If the record does not exist or is invalid, everything is linted.
    return [];
  }
}

/** Returns the files to lint, and the files that they may import. */
function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = directory === '.' ? entry.name : `${directory}/${entry.name}`;
    if (OTHERS.has(entry.name) || path.startsWith('dist')) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && /\.(?:tsx?|js|mjs|cjs|json)$/.test(path) ? [path] : [];
  });
}
