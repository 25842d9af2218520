// Determines what the command line requests: a command, help or the version. Reports a usage error if it is invalid.
import { type Command, type CommandSpec, globalOptions, type OptionSpec } from './command.js';
import { code, codeList, nearestName } from '../../compiler/diagnostics/diagnostic.js';
import { type CAC, cac } from 'cac';

export type Request =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly positionals: Readonly<Record<string, string | undefined>>;
      /** The values of options by name, including global options. */
      readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
    }
  /** Help for a command or, if no command is given, for the whole program. `isAsked` is false if the command line is empty. */
  | { readonly kind: 'help'; readonly command: Command | undefined; readonly isAsked: boolean }
  | { readonly kind: 'version' }
  | Misuse;

/** A usage error. `command` is the command whose help is relevant. */
export type Misuse = {
  readonly kind: 'misuse';
  readonly message: string;
  readonly hint?: string;
  readonly command?: Command;
};

/** Accepts a missing positional argument if the command can prompt for it. */
export function readArguments(
  argv: readonly string[],
  commands: readonly Command[],
  { canAsk }: { readonly canAsk: boolean },
): Request {
  const typed = readWords(argv, commands);
  const name = typed.words[0];
  if (name === 'help') return readHelp(typed.words[1], commands);
  if (typed.options['help'] === true) return readHelp(name, commands);
  if (typed.options['version'] === true) return { kind: 'version' };
  const command = commands.find((candidate) => candidate.spec.name === name);
  if (name !== undefined && !command) return unknownCommand(name, commands);
  const stray = typed.strays[0];
  if (stray)
    return { ...describeStray(stray, command?.spec.options ?? {}), ...(command && { command }) };
  if (!command) return { kind: 'help', command, isAsked: false };
  return readRun(command, typed, canAsk);
}

function readRun(command: Command, typed: TypedWords, canAsk: boolean): Request {
  const options: Record<string, string | number | boolean | undefined> = {};
  for (const [name, spec] of Object.entries({ ...command.spec.options, ...globalOptions })) {
    const read = readOption(name, spec, typed.options[name]);
    if (read.kind === 'problem') return { ...read, kind: 'misuse', command };
    options[name] = read.value;
  }
  const { name: commandName, positionals = [], extraArgument } = command.spec;
  const words = positionals.at(-1)?.isRest
    ? withRest(typed.words.slice(1), positionals.length)
    : typed.words.slice(1);
  const extra = words[positionals.length];
  if (extra !== undefined) {
    const message = extraArgument ?? `The argument ${code(extra)} is not expected.`;
    return { kind: 'misuse', command, message };
  }
  const missing = positionals.find(
    ({ isRequired }, index) => isRequired && words[index] === undefined,
  );
  if (missing && !canAsk) {
    const hint = `Run ${code(`framework ${commandName} <${missing.name}>`)}.`;
    const message = `The argument ${code(`<${missing.name}>`)} is missing.`;
    return { kind: 'misuse', command, message, hint };
  }
  const values = positionals.map(({ name }, index) => [name, words[index]] as const);
  return { kind: 'run', command, positionals: Object.fromEntries(values), options };
}

/** Joins the last words with spaces, so that at most `count` words remain. */
function withRest(words: readonly string[], count: number): readonly string[] {
  const rest = words.slice(count - 1);
  return rest.length === 0 ? words : [...words.slice(0, count - 1), rest.join(' ')];
}

function readHelp(name: string | undefined, commands: readonly Command[]): Request {
  if (name === undefined || name === 'help')
    return { kind: 'help', command: undefined, isAsked: true };
  const command = commands.find((candidate) => candidate.spec.name === name);
  return command ? { kind: 'help', command, isAsked: true } : unknownCommand(name, commands);
}

function unknownCommand(name: string, commands: readonly Command[]): Misuse {
  const known = commands.map(({ spec }) => spec.name);
  const message = `There is no command ${code(name)}.`;
  return { kind: 'misuse', message, ...suggestion(name, known, 'framework ') };
}

/** Returns a hint that suggests `before` and the most similar name; empty if no name is similar. */
function suggestion(
  typed: string,
  known: readonly string[],
  before = '',
): { readonly hint?: string } {
  const guess = nearestName(typed, known);
  return guess === undefined ? {} : { hint: `Did you mean ${code(before + guess)}?` };
}

function describeStray({ kind, option }: Stray, options: CommandSpec['options']): Misuse {
  if (kind === 'no-value') return { kind: 'misuse', message: `${code(option)} takes no value.` };
  const known = Object.keys({ ...options, ...globalOptions }).map((name) => `--${name}`);
  const message = `There is no option ${code(option)}.`;
  return { kind: 'misuse', message, ...suggestion(option, known) };
}

type ReadOption =
  | { readonly kind: 'value'; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'problem'; readonly message: string; readonly hint?: string };

/** Reads an option. `typed` is `true` if there is no value, and undefined if the option is absent. */
function readOption(name: string, spec: OptionSpec, typed: string | true | undefined): ReadOption {
  if (typed === undefined)
    return { kind: 'value', value: spec.default ?? (spec.kind === 'boolean' ? false : undefined) };
  if (spec.kind === 'boolean') return { kind: 'value', value: true };
  const usage = `Use ${code(`--${name} <${spec.value ?? 'value'}>`)}.`;
  if (typed === true || typed === '')
    return { kind: 'problem', message: `${code(`--${name}`)} needs a value.`, hint: usage };
  return spec.kind === 'integer' ? readInteger(name, spec, typed) : readChoice(name, spec, typed);
}

function readInteger(name: string, spec: OptionSpec, typed: string): ReadOption {
  const value = /^-?\d+$/.test(typed) ? Number(typed) : undefined;
  const [least, most] = spec.range ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  if (value !== undefined && value >= least && value <= most) return { kind: 'value', value };
  const range = spec.range ? ` from ${least} to ${most}` : '';
  return {
    kind: 'problem',
    message: `${code(`--${name}`)} must be a whole number${range}, not ${code(typed)}.`,
  };
}

function readChoice(name: string, spec: OptionSpec, typed: string): ReadOption {
  const { choices } = spec;
  if (!choices || choices.includes(typed)) return { kind: 'value', value: typed };
  const message = `${code(`--${name}`)} must be ${codeList(choices, 'or')}, not ${code(typed)}.`;
  return { kind: 'problem', message, ...suggestion(typed, choices, `--${name} `) };
}

type TypedWords = {
  /** Words that are not options: the command, followed by its positional arguments. */
  readonly words: readonly string[];
  /** The options by name, with `true` for an option without a value. Only a list keeps all values of a repeated option. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
  /** Unknown options, and values for options that take none, as the user typed them. */
  readonly strays: readonly Stray[];
};

type Stray = { readonly kind: 'unknown' | 'no-value'; readonly option: string };

/** Splits the command line. Options are allowed before and after the command. */
function readWords(argv: readonly string[], commands: readonly Command[]): TypedWords {
  const cli = declareCommands(commands);
  const { args, options } = cli.parse(['node', 'framework', ...argv.map(mark)], { run: false });
  const { '--': rest, ...given } = options;
  // cac removes the name of a known command from the words.
  const command = cli.matchedCommandName === undefined ? [] : [cli.matchedCommandName];
  // because cac types the words after `--` as any, but they are a list of strings
  const words = [...command, ...args, ...((rest ?? []) as readonly string[])].map(unmark);
  const spec = commands.find((command) => command.spec.name === words[0])?.spec;
  const known = { ...spec?.options, ...globalOptions };
  return {
    words,
    options: Object.fromEntries(
      Object.entries(known).map(([name, spec]) => [name, typedValue(name, given, spec)]),
    ),
    strays: findStrays(argv, known),
  };
}

function declareCommands(commands: readonly Command[]): CAC {
  const cli = cac('framework');
  cli.globalCommand.ignoreOptionDefaultValue();
  for (const [name, spec] of Object.entries(globalOptions)) {
    cli.option(optionShape(name, spec), spec.summary);
  }
  for (const { spec } of commands) {
    const declared = cli.command(spec.name, spec.summary, { ignoreOptionDefaultValue: true });
    for (const [name, option] of Object.entries(spec.options)) {
      declared.option(optionShape(name, option), option.summary);
    }
  }
  return cli;
}

function optionShape(name: string, spec: OptionSpec): string {
  const letter = spec.letter === undefined ? '' : `-${spec.letter}, `;
  return spec.kind === 'boolean' ? `${letter}--${name}` : `${letter}--${name} <value>`;
}

/** cac converts words that look like numbers (`007` to 7) and loses empty values; a mark at the start preserves both. */
const MARK = '\u0000';

function mark(word: string): string {
  // `-` means standard input; cac treats it as an option without a name.
  if (word === '-') return MARK + word;
  if (!word.startsWith('-')) return looksLikeNumber(word) ? MARK + word : word;
  const equals = word.indexOf('=');
  if (equals === -1) return word;
  const value = word.slice(equals + 1);
  return looksLikeNumber(value) ? `${word.slice(0, equals)}=${MARK}${value}` : word;
}

function looksLikeNumber(text: string): boolean {
  return !Number.isNaN(Number(text));
}

function unmark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

/** Returns the value of an option. cac parses `--no-reload` as `reload: false`, and converts names to camelCase. */
function typedValue(
  name: string,
  given: Readonly<Record<string, unknown>>,
  { isList = false }: OptionSpec,
): string | true | undefined {
  const negated = name.startsWith('no-');
  const all = given[camelCase(negated ? name.slice('no-'.length) : name)];
  const last: unknown = Array.isArray(all) ? all.at(-1) : all;
  const value = isList && Array.isArray(all) ? all.map(String).map(unmark).join('\n') : last;
  if (negated) return value === false ? true : undefined;
  if (typeof value === 'string') return unmark(value);
  return value === true ? true : undefined;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function findStrays(argv: readonly string[], known: CommandSpec['options']): Stray[] {
  const end = argv.indexOf('--');
  const typed = (end === -1 ? argv : argv.slice(0, end)).filter((word) => /^-./.test(word));
  return typed.flatMap((word) =>
    word.startsWith('--') ? strayName(word, known) : strayLetters(word, known),
  );
}

function strayName(word: string, known: CommandSpec['options']): Stray[] {
  const [option = word] = word.split('=', 1);
  const spec = known[option.slice('--'.length)];
  if (!spec) return [{ kind: 'unknown', option }];
  return spec.kind === 'boolean' && word !== option ? [{ kind: 'no-value', option }] : [];
}

function strayLetters(word: string, known: CommandSpec['options']): Stray[] {
  const letters = Object.values(known).flatMap((spec) => spec.letter ?? []);
  return Array.from(word.slice(1))
    .filter((letter) => !letters.includes(letter))
    .map((letter) => ({ kind: 'unknown', option: `-${letter}` }));
}
