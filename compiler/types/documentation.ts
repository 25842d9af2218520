// The TSDoc comment before a declaration or a property.
import type { NodePlace } from './meaning.js';
import type { TypeDocumentation } from '../declarations/declared-type.js';

/** What stands between a comment and the node that it is about. */
const BETWEEN = /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?$/;

export function documentationAt({ module, span }: NodePlace): TypeDocumentation | undefined {
  const { text, offsetOf } = module.record.source;
  const start = offsetOf(span.start);
  const close = text.lastIndexOf('*/', start);
  if (close < 0 || !BETWEEN.test(text.slice(close + 2, start))) return undefined;
  const open = text.lastIndexOf('/*', close - 1);
  if (open < 0 || text[open + 2] !== '*' || open + 3 > close) return undefined;
  return readDocumentation(text.slice(open + 3, close));
}

type Block = { readonly tag: string; readonly lines: string[] };

/** The first sentence is the summary, the rest of the text the description. */
export function readDocumentation(comment: string): TypeDocumentation | undefined {
  const blocks: Block[] = [{ tag: '', lines: [] }];
  for (const raw of comment.split(/\r\n?|\n/)) {
    const line = raw.replace(/^\s*\*? ?/, '').trimEnd();
    // A tag begins a line, or stands behind a sentence: `/** A city. @deprecated */`.
    const [first = '', ...tags] = line.split(/(?:^|\s)@(?=\w)/);
    if (first !== '' || tags.length === 0) blocks.at(-1)?.lines.push(first);
    for (const text of tags) {
      const [, tag = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(text) ?? [];
      blocks.push({ tag, lines: [rest] });
    }
  }
  const textOf = ({ lines }: Block): string => lines.join('\n').trim();
  const tagged = (tag: string): readonly string[] =>
    blocks.filter((block) => block.tag === tag).map(textOf);
  const [first] = blocks;
  const [summary, description] = splitSummary(first ? textOf(first) : '');
  const [deprecated] = tagged('deprecated');
  const examples = tagged('example').flatMap(readJson);
  const [initial] = [...tagged('default'), ...tagged('defaultValue')].flatMap(readJson);
  const documentation: TypeDocumentation = {
    ...(summary !== '' && { summary }),
    ...(description !== '' && { description }),
    ...(deprecated !== undefined && { deprecated }),
    ...(examples.length > 0 && { examples: examples.map(({ value }) => value) }),
    ...(initial && { default: initial.value }),
  };
  return Object.keys(documentation).length > 0 ? documentation : undefined;
}

function splitSummary(text: string): readonly [summary: string, description: string] {
  const joined = text.replaceAll(/([^\n])\n(?!\n)/g, '$1 ');
  const end = /[.!?](?=\s|$)|\n/.exec(joined);
  if (!end) return [joined, ''];
  const length = end.index + end[0].trimEnd().length;
  return [joined.slice(0, length).trim(), joined.slice(length).trim()];
}

type Json = { readonly value: unknown };

/** A value that is JSON, also in a fence; other examples are for people. */
function readJson(text: string): readonly Json[] {
  const [, fenced] = /^```\w*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(fenced ?? text);
    return [{ value }];
  } catch {
    return [];
  }
}
