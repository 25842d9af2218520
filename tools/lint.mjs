// `npm run check:lint`: lints what has changed since it was found clean, or reaches something that has. The linter's own cache
// looks at a file alone, and rules that know types would miss what a change of another file does to it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { loadSource } from './load-source.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const CACHE = 'node_modules/.cache/framework/lint.json';
/** What the verdict on every file hangs on. */
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
const failed = new Set(problems.map(({ filePath }) => posixPath(relative('.', filePath))));

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
    // There is none yet, or it is broken: everything is linted.
    return [];
  }
}

/** Those that are linted, and those that they may import. */
function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = directory === '.' ? entry.name : `${directory}/${entry.name}`;
    if (OTHERS.has(entry.name) || path.startsWith('dist')) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && /\.(?:tsx?|js|mjs|cjs|json)$/.test(path) ? [path] : [];
  });
}

function posixPath(path) {
  return path.replaceAll(sep, '/');
}
