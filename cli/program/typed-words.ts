// Splits the words after `framework` with cac into words and options. Only the spelling of options is checked here.
import { type CAC, cac } from 'cac';
import { type Command, type CommandSpec, type OptionSpec, globalOptions } from './command.js';

export type TypedWords = {
  /** Words that are not options: the command, then its positional arguments. */
  readonly words: readonly string[];
  /** By option name: the text of a value, `true` for an option without one. Of a repeated one the last wins, or it is a list. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
  /** Options that the command does not have, and values given to options that take none, as they were typed. */
  readonly strays: readonly Stray[];
};

export type Stray = { readonly kind: 'unknown' | 'no-value'; readonly option: string };

/** Splits the command line. Options are allowed before and after the command. */
export function readWords(argv: readonly string[], commands: readonly Command[]): TypedWords {
  const cli = declare(commands);
  const { args, options } = cli.parse(['node', 'framework', ...argv.map(mark)], { run: false });
  const { '--': rest, ...given } = options;
  // cac takes the name of a command that it knows out of the words.
  const command = cli.matchedCommandName === undefined ? [] : [cli.matchedCommandName];
  // because cac types what follows `--` as any: it is a list of strings
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

function declare(commands: readonly Command[]): CAC {
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

/** cac turns what looks like a number into one (`007` into 7) and loses an empty value; a mark in front keeps both. */
const MARK = '\u0000';

function mark(word: string): string {
  // `-` means standard input; cac reads it as an option without a name.
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

/** cac returns `--no-reload` as `reload: false` and names in camelCase; we use options as typed. */
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
