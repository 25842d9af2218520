// Reads `.env` and `.env.<stage>`: environment variables for this machine only, parsed by Node.js. They are read only by
// commands that serve or test an application on this machine (docs/decisions/environment-files.md).
import { parseEnv } from 'node:util';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import type { Project } from '../project/open-project.js';
import { spanOf } from '../project/placed-json.js';
import { environmentLine, type LineProblem } from './config-catalogue.js';
import type { FunctionConfig, StageConfig } from './stage-config.js';

export type EnvironmentFiles = {
  readonly variables: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
};

/** Returns the names of a stage's environment files, relative to the project. Later files take precedence. */
export function environmentFileNames(stage: string): readonly string[] {
  return ['.env', `.env.${stage}`];
}

/** Treats a missing file as empty, and also a folder with that name, such as a Python virtual environment. */
export function readEnvironmentFiles(
  { root, files }: Pick<Project, 'root' | 'files'>,
  stage: string,
): EnvironmentFiles {
  const read = environmentFileNames(stage).map((name) =>
    parseEnvironment(name, files.readText(`${root}/${name}`) ?? ''),
  );
  return {
    variables: Object.fromEntries(read.flatMap(({ variables }) => Object.entries(variables))),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Returns the configuration with changed variables for every function of a stage. */
export function withVariables(
  config: StageConfig,
  change: (variables: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): StageConfig {
  const changed = (one: FunctionConfig): FunctionConfig => ({
    ...one,
    settings: {
      ...one.settings,
      environment_variables: change(one.settings.environment_variables),
    },
  });
  return {
    ...config,
    apiHandler: changed(config.apiHandler),
    functionConfig: (name) => changed(config.functionConfig(name)),
  };
}

/** A file with more invalid lines than this is probably not an environment file. */
const MOST_PROBLEMS = 100;

const BLANK = /[ \t\r]*(?:#[^\n]*)?(?:\n|$)/y;
/** Matches `export`. It is removed here, because the parser accepts it only with exactly one space. */
const EXPORT = /[ \t]*export[ \t]+(?=[A-Za-z_]\w*[ \t]*=)/y;
const NAME = /[ \t]*[A-Za-z_]\w*[ \t]*=[ \t]*/y;
const QUOTED = /(["'`])[^]*?\1/y;
const LINE = /[^\n]*/y;

/** Passes one assignment at a time to the parser, because it ignores text that it cannot parse and, in Node.js 20, the rest. */
function parseEnvironment(file: string, text: string): EnvironmentFiles {
  const variables: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  // Some Windows editors start a file with a byte order mark.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  /** Returns the text that the expression matches at the current position, and moves past that text. */
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const refuse = (why: LineProblem, start: number): void => {
    take(LINE);
    if (diagnostics.length >= MOST_PROBLEMS) return;
    const end = start + text.slice(start, at).trimEnd().length;
    diagnostics.push(
      diagnose(environmentLine, { why }, { at: spanOf(file, text, { start, end }) }),
    );
  };
  while (at < text.length) {
    const start = at;
    if (take(BLANK) !== undefined) continue;
    take(EXPORT);
    const assignment = at;
    if (take(NAME) === undefined) {
      refuse('assignment', start);
      continue;
    }
    const isQuoted = /["'`]/.test(text.charAt(at));
    if (take(isQuoted ? QUOTED : LINE) === undefined) {
      refuse('quote', start);
      continue;
    }
    const read = parseEnv(text.slice(assignment, at).trim());
    if (isQuoted && take(BLANK) === undefined) refuse('behind', at);
    else if (Object.keys(read).length === 0) refuse('assignment', start);
    else Object.assign(variables, read);
  }
  return { variables, diagnostics };
}
