// Shows a schema as a readable type.
import type { VNode } from 'preact';
import type { Schemas, Schema } from '../../samples/sample-value.js';
import { typeText } from './type-text.js';

export function TypeView({
  schema,
  schemas,
  label,
}: {
  readonly schema: Schema;
  readonly schemas: Schemas;
  readonly label: string;
}): VNode {
  return (
    <pre class="type" tabIndex={0} role="region" aria-label={label}>
      {typeText(schema, schemas).map(({ kind, text }, index) =>
        kind === 'plain' ? (
          text
        ) : (
          <span key={index} class={`t-${kind}`}>
            {text}
          </span>
        ),
      )}
    </pre>
  );
}

export function CodeWords({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text
        .split(/`([^`]+)`/)
        .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
    </>
  );
}
