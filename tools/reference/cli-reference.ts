// Creates docs/reference/cli.md from the command specifications.
import {
  type CommandSpec,
  type OptionSpec,
  ExitCode,
  globalOptions,
} from '../../cli/program/command.js';
import { commands } from '../../cli/commands/registry.js';
import { showOption, showPositional } from '../../cli/program/program.js';
import { markdownTable } from './markdown.js';

const EXIT_CODES: Readonly<Record<keyof typeof ExitCode, string>> = {
  ok: 'Done. Warnings alone do not change it.',
  diagnostics: 'Problems were reported.',
  usage: 'The command line is wrong.',
  refusedByCloud: 'The cloud refused something.',
  bug: 'A bug of framework; the message says how to report it.',
  interrupted: 'Ended by Ctrl-C or a signal.',
};

/** Returns the page. */
export function cliReference(): string {
  return [
    '<!-- Made by tools/reference.mjs from the code; edit the code. -->',
    '# Commands',
    'Usage: `framework [OPTIONS] COMMAND [ARGS]...`',
    'The answer of a command is on stdout, everything else on stderr. Without a terminal there are no colours and no questions; `NO_COLOR`, `FORCE_COLOR` and `CI` are honoured.',
    markdownTable(
      ['command', 'what it does'],
      commands.map(({ spec }) => [
        `[\`framework ${spec.name}\`](#framework-${spec.name})`,
        spec.summary,
      ]),
    ),
    '## Options of every command',
    optionTable(globalOptions),
    ...commands.flatMap(({ spec }) => commandSection(spec)),
    '## Exit codes',
    markdownTable(
      ['code', 'meaning'],
      Object.entries(EXIT_CODES).map(([name, meaning]) => [codeOf(name), meaning]),
    ),
  ].join('\n\n');
}

function codeOf(name: string): string {
  const entry = Object.entries(ExitCode).find(([key]) => key === name);
  return String(entry?.[1] ?? '');
}

function commandSection(spec: CommandSpec): string[] {
  const { positionals = [] } = spec;
  const shown = positionals.map((positional) => ` ${showPositional(positional)}`);
  const examples = spec.examples.map(([command, meaning]) => `# ${meaning}\n${command}`);
  return [
    `## framework ${spec.name}`,
    `\`framework ${spec.name} [OPTIONS]${shown.join('')}\``,
    spec.description,
    ...(positionals.length > 0
      ? [
          markdownTable(
            ['argument', 'meaning'],
            positionals.map((row) => [`\`<${row.name}>\``, row.summary]),
          ),
        ]
      : []),
    optionTable(spec.options),
    `\`\`\`sh\n${examples.join('\n\n')}\n\`\`\``,
  ];
}

function optionTable(options: Readonly<Record<string, OptionSpec>>): string {
  const rows = Object.entries(options).map(([name, spec]) => [
    `\`${showOption(name, spec)}\``,
    spec.summary,
    spec.default === undefined ? '' : `\`${String(spec.default)}\``,
    spec.choices?.map((choice) => `\`${choice}\``).join(', ') ?? spec.range?.join(' to ') ?? '',
  ]);
  return markdownTable(['option', 'meaning', 'default', 'values'], rows);
}
