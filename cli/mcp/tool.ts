// A tool of `framework mcp`: its inputs, and how a call runs. Most tools run a CLI command and use its names.
import * as v from 'valibot';
import { isText, type Mapping, mappingOf, oneOrMore } from '../../compiler/json-values.js';
import {
  type Diagnostic,
  diagnose,
  type CatalogueEntry,
} from '../../compiler/diagnostics/diagnostic.js';
import {
  type CommandInput,
  type CommandSpec,
  ExitCode,
  globalOptions,
  type OptionSpec,
} from '../program/command.js';
import { commandRefused } from '../project/project-catalogue.js';
import { renderJson } from '../terminal/json-diagnostics.js';
import type { TextStream } from '../terminal/terminal.js';

export const deployNotAllowed: CatalogueEntry<{ readonly call: string; readonly hint: string }> = {
  code: 'FW7101',
  severity: 'error',
  title: 'The server is not allowed to change what is deployed',
  message: ({ call }) => `${call} may change what is deployed, but this server is read-only.`,
  hint: ({ hint }) => hint,
};

export const requestNotSent: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW7102',
  severity: 'error',
  title: 'A local request could not be sent',
  message: ({ reason }) => reason,
  hint: () =>
    'Correct the request, or the code that runs while the application loads, and send it again.',
};

/** The project that the server works on, and what a call may do. */
export type ToolContext = Pick<CommandInput, 'projectDirectory' | 'environment' | 'runOther'> & {
  readonly mayDeploy: boolean;
  /** Aborted when the client cancels the call, or when the server stops. */
  readonly signal: AbortSignal;
};

export type ToolResult = {
  /** The result: the document that the command prints with `--json`. */
  readonly document: Mapping;
  readonly notes: string;
  readonly isError: boolean;
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  /** What a call does: it only reads, it runs the application on this machine, or it changes deployed resources. */
  readonly effect: 'reads' | 'runs' | 'changes';
  /** Runs a call. The arguments have been validated against `inputs`. */
  readonly call: (values: Mapping, context: ToolContext) => Promise<ToolResult>;
};

/** Turns every problem into a result. */
export async function callTool(
  tool: Tool,
  values: unknown,
  context: ToolContext,
): Promise<ToolResult> {
  const parsed = v.safeParse(tool.inputs, values ?? {});
  if (!parsed.success) return refusal([misuse(problemsOf(parsed.issues), tool)]);
  return tool.call(parsed.output, context);
}

export function refusal(diagnostics: readonly Diagnostic[], notes = ''): ToolResult {
  return { document: mappingOf(JSON.parse(renderJson(diagnostics))), notes, isError: true };
}

function misuse(message: string, { name }: Pick<Tool, 'name'>): Diagnostic {
  const hint = `Call \`${name}\` with arguments that match its input schema.`;
  return diagnose(commandRefused, { message, hint });
}

function problemsOf(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .map((issue) => `\`${v.getDotPath(issue) ?? 'arguments'}\`: ${issue.message}.`)
    .join(' ');
}

type CommandTool = Pick<Tool, 'name' | 'title' | 'description' | 'effect'> & {
  readonly command: CommandSpec;
  /** The command's options that the tool accepts as arguments, in snake case. */
  readonly options: readonly string[];
  /** Arguments that are not options. One with the name of a positional argument gives its value; `words` reads the others. */
  readonly more?: v.ObjectEntries;
  /** Additional command-line arguments, built from the arguments of the call. */
  readonly words?: (values: Mapping) => readonly string[];
  /** Returns a diagnostic to reject a call. */
  readonly refuse?: (values: Mapping, context: ToolContext) => Diagnostic | undefined;
  /** True if the exit code 1 means that problems were found, not that the command failed. */
  readonly findsProblems?: true;
  /** True if the output is one JSON object per line. */
  readonly isLines?: true;
};

export function commandTool(tool: CommandTool): Tool {
  const { command, options, more = {}, words, refuse, findsProblems = false } = tool;
  const specs = { ...command.options, ...globalOptions };
  const named = ['project-dir', ...options].map((name) => [name, specs[name]] as const);
  const entries = named.flatMap(([name, spec]) =>
    spec ? [[snake(name), inputOf(spec)] as const] : [],
  );
  return {
    ...tool,
    inputs: v.strictObject({ ...Object.fromEntries(entries), ...more }),
    call: async (values, context) => {
      const refused = refuse?.(values, context);
      if (refused) return refusal([refused]);
      const argv = [
        command.name,
        ...('json' in specs ? ['--json'] : []),
        ...named.flatMap(([name]) => optionWords(name, values[snake(name)])),
        ...(words?.(values) ?? []),
        ...positionalWords(command, values),
      ];
      const { exitCode, out, err } = await runCaptured(argv, context);
      const isFine =
        exitCode === ExitCode.ok || (findsProblems && exitCode === ExitCode.diagnostics);
      return { document: documentOf(out, tool), notes: err, isError: !isFine };
    },
  };
}

function snake(name: string): string {
  return name.replaceAll('-', '_');
}

function inputOf(spec: OptionSpec): v.GenericSchema {
  const { kind, choices, range, isList, summary, default: absent } = spec;
  const text = absent === undefined ? summary : `${summary} (default: ${String(absent)})`;
  return v.optional(v.pipe(schemaOf(), v.description(text)));

  function schemaOf(): v.GenericSchema {
    if (kind === 'boolean') return v.boolean();
    if (kind === 'integer') {
      const [least, most] = range ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
      return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
    }
    if (choices) return v.picklist(choices);
    return isList === true ? v.array(v.string()) : v.string();
  }
}

function optionWords(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  return value === true ? [`--${name}`] : oneOrMore(value).map((one) => `--${name}=${String(one)}`);
}

function positionalWords({ positionals = [] }: CommandSpec, values: Mapping): readonly string[] {
  const given = positionals.map(({ name }) => values[name]).filter(isText);
  return given.length > 0 ? ['--', ...given] : [];
}

async function runCaptured(argv: readonly string[], context: ToolContext) {
  const { projectDirectory: workingDirectory, runOther, signal } = context;
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): TextStream => ({
    write: (text) => {
      written[name] += text;
    },
    isTty: false,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const terminal = { out: stream('out'), err: stream('err'), canAsk: false };
  const exitCode = await runOther(argv, { workingDirectory, terminal, signal });
  return { ...written, exitCode };
}

function documentOf(out: string, { isLines }: CommandTool): Mapping {
  try {
    if (!isLines) return mappingOf(JSON.parse(out));
    const entries = out.split('\n').filter((line) => line !== '');
    // A rejected call prints a document, even if the command otherwise prints lines.
    if (entries[0] === '{') return mappingOf(JSON.parse(out));
    return { version: 1, entries: entries.map((line): unknown => JSON.parse(line)) };
  } catch {
    // An interrupted command has printed nothing, or only part of its output.
    return { version: 1, output: out };
  }
}
