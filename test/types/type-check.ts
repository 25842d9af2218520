// Type-checks the code of applications with an installed compiler, in one decorator mode, as `tsc` does for a user.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Compiler, readProblems, typeErrors } from '../support/type-program.js';

export type DecoratorMode = 'standard' | 'legacy';

const ROOT = join(import.meta.dirname, '../..');

export type CheckedCode = {
  /** Texts by file name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Files on the disk. */
  readonly paths: readonly string[];
};

/** Returns the messages for each text and path, from a single run of the compiler. */
export async function typeCheck(
  { texts, paths }: CheckedCode,
  { compiler, mode }: { readonly compiler: Compiler; readonly mode: DecoratorMode },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-types-')));
  try {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(directory, name), text);
    writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
    const names = Object.keys(texts);
    const tsconfig = { compilerOptions: optionsOf(mode), files: [...names, ...paths] };
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(tsconfig));
    const found = readProblems(await typeErrors(compiler, directory), directory);
    const of = (path: string): readonly string[] =>
      found.flatMap(({ file, code, text }) => (file === path ? [`${code}: ${text}`] : []));
    return new Map([
      ...names.map((name) => [name, of(join(directory, name))] as const),
      ...paths.map((path) => [path, of(path)] as const),
    ]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function optionsOf(mode: DecoratorMode): object {
  return {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    experimentalDecorators: mode === 'legacy',
    emitDecoratorMetadata: mode === 'legacy',
    // The published declarations, which a program reads faster than the sources.
    paths: { framework: [join(ROOT, 'dist/types/runtime/index.d.ts')] },
  };
}
