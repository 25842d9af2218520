// Creates docs/reference/options.md from the option tables of each kind of declaration.
import { KINDS } from '../../compiler/kinds/registry.js';
import type { Option } from '../../compiler/values/options.js';
import { markdownTable } from './markdown.js';

/** Returns the page. */
export function optionsReference(): string {
  const tables = KINDS.flatMap(({ options }) => Object.entries(options));
  return [
    '<!-- Made by tools/reference.mjs from the code; edit the code. -->',
    '# Options of declarations',
    'What the source of an application may say where it declares something. A value must be [known without running the program](../decisions/static-values.md) unless its row says otherwise. The types are in the [API](api.md).',
    ...tables.flatMap(([written, table]) => [`## \`${written}\``, optionTable(table)]),
  ].join('\n\n');
}

function optionTable(table: Readonly<Record<string, Option<unknown>>>): string {
  const rows = Object.entries(table).map(([name, option]) => [
    `\`${name}\``,
    defaultOf(option),
    option.meaning + (option.mayBeUnknown ? ' It may be decided at run time.' : ''),
    mistakesOf(option),
  ]);
  return markdownTable(['option', 'default', 'meaning', 'mistakes'], rows);
}

const MOST_ITEMS = 3;

function defaultOf({ absent, missing }: Option<unknown>): string {
  if (missing) return 'must be given';
  if (absent === undefined || absent === null) return '';
  if (!Array.isArray(absent)) return `\`${textOf(absent)}\``;
  const items = absent.slice(0, MOST_ITEMS).map((item) => `\`${textOf(item)}\``);
  const more = absent.length - items.length;
  return items.join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function mistakesOf({ problems }: Option<unknown>): string {
  const codes = [...new Set(problems.map(({ code }) => code))].toSorted();
  return codes.map((code) => `[${code}](../errors/${code}.md)`).join(', ');
}
