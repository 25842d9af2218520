// The right examples of the pages are right for the type checker too, in both decorator modes.
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { readCompilerPages } from '../support/error-pages.js';
import { sampleOf } from '../support/sample.js';
import { shareDeclarations } from '../support/shared-declarations.js';

const ROOT = join(import.meta.dirname, '../..').replaceAll('\\', '/');
const EXAMPLES = `${ROOT}/test/.tmp/error-pages`;

/** Every file of every right example, by its path in a directory that need not exist. */
const texts = new Map(
  readCompilerPages().flatMap(({ code, right = {} }) =>
    Object.entries(right).map(([file, text]): [string, string] => [
      `${EXAMPLES}/${code}/${file}`,
      text,
    ]),
  ),
);
const sources = [...texts.keys()].filter((file) => file.endsWith('.ts'));

const MODES: readonly [string, ts.CompilerOptions][] = [
  ['standard', {}],
  ['legacy', { experimentalDecorators: true, emitDecoratorMetadata: true }],
];

describe.each(sampleOf('modes of right examples', MODES, 4))('%s decorators', (_, mode) => {
  test('the right example of each page has no type error', () => {
    const program = createProgram(mode);
    const problems = sources.flatMap((file) =>
      ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
    );
    expect(problems.map(describeProblem)).toEqual([]);
  });
});

function createProgram(mode: ts.CompilerOptions): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    paths: { framework: [`${ROOT}/dist/types/runtime/index.d.ts`] },
    ...mode,
  };
  const disk = ts.createCompilerHost(options);
  shareDeclarations(ts, disk);
  const host: ts.CompilerHost = {
    ...disk,
    getCurrentDirectory: () => ROOT,
    directoryExists: (path) => path.startsWith(EXAMPLES) || ts.sys.directoryExists(path),
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, ...rest) => {
      const text = texts.get(path);
      if (text === undefined) return disk.getSourceFile(path, ...rest);
      return ts.createSourceFile(path, text, rest[0]);
    },
  };
  return ts.createProgram(sources, options, host);
}

function describeProblem({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (!file) return text;
  const line = file.getLineAndCharacterOfPosition(start).line + 1;
  return `${file.fileName.slice(EXAMPLES.length + 1)}:${line} ${text}`;
}
