// Help, derived from the commands: `framework --help` and `framework <command> --help`.
import type { CommandSpec, OptionSpec } from './command.js';
import { GAP, layOut } from '../terminal/columns.js';

type Options = CommandSpec['options'];

const MORE = 'Type "framework COMMAND --help" for the options and examples of a command.';

/** Help of the whole program; `width` is that of the screen, undefined where lists may be as wide as they are. */
export function renderHelp(
  commands: readonly CommandSpec[],
  options: Options,
  width: number | undefined,
): string {
  const summaries = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return sections([
    { body: 'Usage: framework [OPTIONS] COMMAND [ARGS]...' },
    { title: 'Commands', body: columns(summaries, width) },
    { title: 'Options', body: columns(optionRows(options), width) },
    { body: wrap(MORE, width) },
  ]);
}

/** Help of one command; `width` as there. */
export function renderCommandHelp(
  spec: CommandSpec,
  options: Options,
  width: number | undefined,
): string {
  const { name, description, positionals, examples } = spec;
  const names = positionals.map((positional) => {
    return positional.isRequired ? ` <${positional.name}>` : ` [${positional.name}]`;
  });
  return sections([
    { body: `Usage: framework ${name} [OPTIONS]${names.join('')}` },
    { body: wrap(description, width) },
    {
      title: 'Arguments',
      body: columns(
        positionals.map((row) => [row.name, row.summary]),
        width,
      ),
    },
    { title: 'Options', body: columns(optionRows({ ...spec.options, ...options }), width) },
    {
      title: 'Examples',
      body: examples.map(({ command, meaning }) => `  # ${meaning}\n  ${command}`).join('\n'),
    },
  ]);
}

/** `--stage <name>`, as help and the reference write it. */
export function showOption(name: string, spec: OptionSpec): string {
  const letter = spec.letter === undefined ? '' : `-${spec.letter}, `;
  return `${letter}--${name}${spec.kind === 'boolean' ? '' : ` <${spec.value ?? 'value'}>`}`;
}

function optionRows(options: Options): [string, string][] {
  return Object.entries(options).map(([name, spec]) => {
    const notes = [
      ...(spec.choices ? [spec.choices.join(' or ')] : []),
      ...(spec.default === undefined ? [] : [`default: ${String(spec.default)}`]),
    ];
    return [
      showOption(name, spec),
      notes.length > 0 ? `${spec.summary} (${notes.join('; ')})` : spec.summary,
    ];
  });
}

function sections(all: readonly { readonly title?: string; readonly body: string }[]): string {
  const shown = all.filter(({ body }) => body !== '');
  return `${shown.map(({ title, body }) => (title === undefined ? body : `${title}:\n${body}`)).join('\n\n')}\n`;
}

const INDENT = '  ';

function columns(rows: readonly [string, string][], width: number | undefined): string {
  const room = width === undefined ? undefined : width - INDENT.length;
  return layOut(rows, { width: room })
    .flat()
    .map((cells) => `${INDENT}${cells.join(GAP)}`.trimEnd())
    .join('\n');
}

function wrap(text: string, screen: number | undefined): string {
  const width = Math.min(screen ?? 80, 100);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}
