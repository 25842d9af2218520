// The small parts that several views of the page share.
import type { VNode } from 'preact';
import type { Schemas, Schema } from '../../samples/sample-value.js';
import { typeText } from './type-text.js';

type TypeProps = { readonly schema: Schema; readonly schemas: Schemas; readonly label: string };

/** Shows a schema as a readable type. */
export function TypeView({ schema, schemas, label }: TypeProps): VNode {
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

/** Shows the words between backticks as code. */
export function CodeWords({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text
        .split(/`([^`]+)`/)
        .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
    </>
  );
}

type CheckProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly class?: string;
};

export function Check({ label, isOn, onChange, ...rest }: CheckProps): VNode {
  return (
    <label class="check" {...rest}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />{' '}
      {label}
    </label>
  );
}

type ButtonProps = {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
};

export function SmallButton({ label, ...rest }: ButtonProps): VNode {
  return (
    <button type="button" class="small" {...rest}>
      {label}
    </button>
  );
}
