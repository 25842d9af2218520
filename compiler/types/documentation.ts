// What the TSDoc comment before a declaration or a property says of a type.
import { commentBefore, readDocComment } from '../syntax/doc-comment.js';
import type { NodePlace } from './meaning.js';
import type { TypeDocumentation } from '../declarations/declared-type.js';

export function documentationAt({ module, span }: NodePlace): TypeDocumentation | undefined {
  const { text, offsetOf } = module.record.source;
  const comment = commentBefore(text, offsetOf(span.start));
  return comment === undefined ? undefined : readDocumentation(comment);
}

function readDocumentation(comment: string): TypeDocumentation | undefined {
  const { summary, description, tags } = readDocComment(comment);
  const tagged = (wanted: string): readonly string[] =>
    tags.filter(({ name }) => name === wanted).map(({ text }) => text);
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
