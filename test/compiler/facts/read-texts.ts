// Reads the facts about applications that a test contains as text, and prints them in a format that is easy to read in a
// snapshot.
import { readAppFacts } from '../../../compiler/compile-app.js';
import type { SourceSpan } from '../../../compiler/diagnostics/diagnostic.js';
import type {
  AppFacts,
  ReadProblem,
  ViewDeclaration,
} from '../../../compiler/declarations/app-facts.js';
import type { StaticValue } from '../../../compiler/values/static-value.js';
import type { ProjectSettings } from '../../../compiler/modules/source-files.js';
import { memoryFiles, MEMORY_ROOT } from '../../support/memory-files.js';

export type Texts = Readonly<Record<string, string>>;

type Options = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: ProjectSettings;
};

/** The first lines of most applications in these tests. */
export const HEAD = `import { Framework } from 'framework';
const app = new Framework({ appName: 'test' });
`;

export function factsOf(texts: Texts | string, options: Options = {}): AppFacts {
  const named = typeof texts === 'string' ? { 'app.ts': texts } : texts;
  return readAppFacts({ root: MEMORY_ROOT, files: memoryFiles(named), ...options });
}

/** Returns a location as text: `file:line:column`. */
export function place({ file, line, column }: SourceSpan): string {
  return `${file}:${line}:${column}`;
}

/** Converts a static value to the JavaScript value it represents, or, if it is unknown, to its reason and location. */
export function plain(value: StaticValue | undefined): unknown {
  if (!value) return 'absent';
  switch (value.kind) {
    case 'undefined':
    case 'null':
      return value.kind;
    case 'list':
      return value.items.map(plain);
    case 'object':
      return Object.fromEntries(
        value.entries.map((entry) => [entry.key.value, plain(entry.value)]),
      );
    case 'instance':
      return { [`new ${value.name}`]: value.arguments.map(plain) };
    case 'unknown':
      return `<${Object.values(value.reason).join(' ')} at ${place(value.at)}>`;
    default:
      return value.value;
  }
}

/** Returns the route declarations in the facts. */
function routesIn({ views }: AppFacts): readonly ViewDeclaration[] {
  return views.filter(({ kind }) => kind === 'route');
}

/** Prints one line for each route: `GET-able path -> Class.view(parameters) [form]`. */
export function describeRoute({ leading, target }: ViewDeclaration): string {
  const owner = target.class ? `${target.class.name ?? '(anonymous)'}.` : '';
  const parameters = target.parameters.map(({ name = '{}', form, type }) => {
    const mark = { plain: '', optional: '?', rest: '...', destructured: '' }[form];
    return `${mark}${name}${type === undefined ? '' : `: ${type}`}`;
  });
  const form = target.isStatic ? `static ${target.form}` : target.form;
  const view = `${owner}${target.name?.value ?? '(no name)'}(${parameters.join(', ')})`;
  return `${String(plain(leading[0]))} -> ${view} [${form}]`;
}

export function routesOf(texts: Texts | string, options: Options = {}): readonly string[] {
  return routesIn(factsOf(texts, options)).map(describeRoute);
}

/** Prints one line for each problem. */
function describeProblem(problem: ReadProblem): string {
  switch (problem.kind) {
    case 'missing-entry':
    case 'unreadable':
      return `${problem.kind} ${problem.file}`;
    case 'syntax':
      return `syntax ${problem.message} at ${place(problem.at)}`;
    case 'missing-module':
      return `missing-module ${problem.specifier} at ${place(problem.at)}`;
    case 'unknown-member':
      return `${problem.kind} ${problem.app}.${problem.name} at ${place(problem.at)}`;
    case 'unreached-view':
      return `${problem.kind} ${problem.specifier} of ${problem.importer} at ${place(problem.at)}`;
    case 'changed-class':
      return `${problem.kind} ${problem.text} at ${place(problem.at)}`;
    case 'untracked-use':
      return `${problem.use} ${problem.text} at ${place(problem.at)}`;
    case 'unimported-view': {
      const { use, text, at, specifier, importer, related } = problem;
      const see = related ? `, see ${place(related)}` : '';
      return `${use} ${text} at ${place(at)}, import ${specifier} in ${importer}${see}`;
    }
    case 'app-before-initialisation':
      return `early ${problem.name} at ${place(problem.at)}: ${problem.chain.join(' > ')}`;
  }
}

export function problemsOf(texts: Texts | string, options: Options = {}): readonly string[] {
  return factsOf(texts, options).problems.map(describeProblem);
}
