// Type-checks code of applications with TypeScript, in a decorator mode: what a user sees in `tsc` and in an editor.
import { join } from 'node:path';
import ts from 'typescript';

export type DecoratorMode = 'standard' | 'legacy';

const ROOT = join(import.meta.dirname, '../..');

/** The messages for each file, given as text by name; files on disk are given by absolute path with undefined. */
export function typeCheck(
  files: Readonly<Record<string, string | undefined>>,
  mode: DecoratorMode,
): Record<string, string[]> {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    experimentalDecorators: mode === 'legacy',
    emitDecoratorMetadata: mode === 'legacy',
    paths: { framework: [join(ROOT, 'runtime/index.ts')] },
  };
  const texts = new Map(
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (...[path, language, ...rest]) => {
      const text = texts.get(path);
      if (text === undefined) return disk.getSourceFile(path, language, ...rest);
      return ts.createSourceFile(path, text, language);
    },
  };
  const program = ts.createProgram(Object.keys(files), options, host);
  return Object.fromEntries(
    Object.keys(files).map((name) => {
      const source = program.getSourceFile(name);
      return [
        name,
        [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
          messageOf,
        ),
      ];
    }),
  );
}

function messageOf({ code, messageText }: ts.Diagnostic): string {
  const lines = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n');
  return [`TS${code}: ${lines[0] ?? ''}`, ...lines.slice(1)].join('\n');
}
