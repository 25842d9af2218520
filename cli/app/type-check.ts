// Runs the project's own TypeScript (5.9, 6.0 or 7.0) with the project's tsconfig.json in a separate process, so that the
// result matches what the editor shows. None of the application's code runs.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import {
  type Diagnostic,
  type SourceSpan,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import type { AppModule } from '../../compiler/index.js';
import { isMapping, isText, mappingAt } from '../../compiler/json-values.js';
import { findEntry } from '../../compiler/modules/candidate-files.js';
import { posixPath, readText, refuseLinks } from '../project/disk.js';
import type { Project } from '../project/open-project.js';
import { typeError, typesUnchecked, type UncheckedTypes } from '../project/project-catalogue.js';
import { lineSpan, spanOf } from '../project/placed-json.js';

export type TypeCheck =
  | {
      readonly kind: 'checked';
      readonly version: string;
      readonly milliseconds: number;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** The compiler could not run, or it reported nothing about the application. */
  | { readonly kind: 'unchecked'; readonly diagnostic: Diagnostic };

/** The compiler's incremental state, which lets the next run check only what changed. */
const KEPT = '.framework/cache/types.tsbuildinfo';

export async function checkTypes(
  { root, tsconfig, files }: Project,
  { modules, signal }: { readonly modules: readonly AppModule[]; readonly signal?: AbortSignal },
): Promise<TypeCheck> {
  const compiler = findCompiler(root);
  if (!compiler) return unchecked({ why: 'no-compiler' });
  if (tsconfig === undefined) return unchecked({ why: 'no-tsconfig' });
  const { version } = compiler;
  const began = performance.now();
  refuseLinks(join(root, KEPT));
  const { output, ending } = await runCompiler([compiler.program, ...argumentsOf(tsconfig)], {
    cwd: root,
    ...(signal && { signal }),
  });
  const diagnostics = readErrors(output, root);
  // The compiler prints the path of each file it includes on a line of its own. If the entry is not among them, tsconfig.json
  // does not include it.
  const entry = findEntry(root, files.isFile) ?? root;
  const isIncluded = output.split(/\r?\n/).some((line) => posixPath(line) === entry);
  if (diagnostics.length === 0 && ending !== 0) {
    const end = typeof ending === 'number' ? `exit code ${ending}` : ending;
    return unchecked({ why: 'crash', version, ending: end, output });
  }
  if (diagnostics.length === 0 && !isIncluded) {
    return unchecked({
      why: 'left-out',
      file: posix.relative(root, tsconfig),
      entry: posix.relative(root, entry),
    });
  }
  return {
    kind: 'checked',
    version,
    milliseconds: performance.now() - began,
    diagnostics: ownErrors(diagnostics, modules, dirname(tsconfig) === root),
  };
}

/** Removes errors in other packages, which a tsconfig.json in a parent folder may include. */
function ownErrors(
  errors: readonly Diagnostic[],
  modules: readonly AppModule[],
  isOwnConfig: boolean,
): readonly Diagnostic[] {
  if (isOwnConfig) return errors;
  const used = new Set(modules.map(({ file }) => file));
  return errors.filter(({ at }) => !at?.file.startsWith('../') || used.has(at.file));
}

export function describeTypes({ version, milliseconds }: TypeCheck & { kind: 'checked' }): string {
  return `TypeScript ${version}, ${(milliseconds / 1000).toFixed(1)} s`;
}

function unchecked(data: UncheckedTypes): TypeCheck {
  return { kind: 'unchecked', diagnostic: diagnose(typesUnchecked, data) };
}

function argumentsOf(tsconfig: string): readonly string[] {
  return [
    ...['-p', tsconfig, '--noEmit', '--emitDeclarationOnly', 'false'],
    ...['--incremental', '--tsBuildInfoFile', KEPT],
    ...['--pretty', 'false', '--listFiles'],
  ];
}

type Compiler = { readonly program: string; readonly version: string };

/** Resolves the package `typescript` the way a module in the project would. */
function findCompiler(root: string): Compiler | undefined {
  try {
    const path = createRequire(`${root}/`).resolve('typescript/package.json');
    const text: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isMapping(text)) return undefined;
    const [version, program] = [text['version'], mappingAt(text, 'bin')['tsc']];
    if (!isText(version) || !isText(program)) return undefined;
    return { program: join(dirname(path), program), version };
  } catch {
    return undefined;
  }
}

function runCompiler(
  argv: readonly string[],
  options: { readonly cwd: string; readonly signal?: AbortSignal },
): Promise<{ readonly output: string; readonly ending: number | string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, argv, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', ({ message }) => resolve({ output, ending: message }));
    child.on('close', (code, name) =>
      resolve({ output, ending: code ?? name ?? 'an unknown cause' }),
    );
  });
}

/** Matches for example `app.ts(2,42): error TS2552: Cannot find name 'boddy'.` An indented line continues the message. */
const ERROR =
  /^(?:(?<file>.+)\((?<line>\d+),(?<column>\d+)\): )?error (?<code>TS\d+): (?<text>.*)$/;

function readErrors(output: string, root: string): readonly Diagnostic[] {
  const found: { message: string; readonly code: string; readonly at: SourceSpan | undefined }[] =
    [];
  for (const line of output.split(/\r?\n/)) {
    const parts = ERROR.exec(line)?.groups;
    const last = found.at(-1);
    if (parts) {
      const { file, line: row, column, code = '', text = '' } = parts;
      const at =
        file === undefined ? undefined : errorSpan(root, file, [Number(row), Number(column)]);
      found.push({ message: text, code, at });
    } else if (last && /^\s+\S/.test(line)) last.message += ` ${line.trim()}`;
  }
  return found.map(({ at, ...error }) => diagnose(typeError, error, { at }));
}

/** Returns the span of the word or character at a line and column reported by the compiler. */
function errorSpan(
  root: string,
  file: string,
  [line, column]: readonly [number, number],
): SourceSpan | undefined {
  const path = posixPath(file);
  const text = readText(join(root, path));
  if (text === undefined) return undefined;
  const { start, end } = lineSpan(text, { file: path, line, column });
  const [word = ''] = /^[\w$]+/.exec(text.slice(start, end)) ?? [];
  return spanOf(path, text, { start, end: start + Math.max(word.length, 1) });
}
