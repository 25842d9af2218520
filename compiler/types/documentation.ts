// TSDoc comments of types: what the comment before a declaration or a property says.
import { commentBefore, readDocComment } from '../syntax/doc-comment.js';
import type { NodePlace } from './meaning.js';
import type { TypeDocumentation } from '../declarations/declared-type.js';

type Documented<Described> = Described & { readonly documentation?: TypeDocumentation | undefined };

/**
 * Adds the documentation of a comment. The comment is parsed only when a document is made, which a check of an application
 * does not do.
 */
export function documentedAt<Described extends object>(
  described: Described,
  { module, span }: NodePlace,
): Documented<Described> {
  const comment = commentBefore(module.record.source, span.start);
  if (comment === undefined) return described;
  let known: { readonly read: TypeDocumentation | undefined } | undefined;
  return {
    ...described,
    get documentation() {
      return (known ??= { read: readDocumentation(comment) }).read;
    },
  };
}

function readDocumentation(comment: string): TypeDocumentation | undefined {
  const { documentation: plain, tagged } = readDocComment(comment);
  const examples = tagged('example').flatMap(readJson);
  const [initial] = [...tagged('default'), ...tagged('defaultValue')].flatMap(readJson);
  const documentation: TypeDocumentation = {
    ...plain,
    ...(examples.length > 0 && { examples: examples.map(({ value }) => value) }),
    ...(initial && { default: initial.value }),
  };
  return Object.keys(documentation).length > 0 ? documentation : undefined;
}

type Json = { readonly value: unknown };

/** The value of an example when it is JSON, also in a fenced block. Other examples are prose and are left out. */
function readJson(text: string): readonly Json[] {
  const [, fenced] = /^```\w*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(fenced ?? text);
    return [{ value }];
  } catch {
    return [];
  }
}
