// Shows the captures, parameters or headers of a route in the route's form.
import type { VNode } from 'preact';
import { textOrJson } from '../../../../compiler/json-values.js';
import type { InputField } from '../explorer-document.js';
import { fieldKey, fieldText, type FieldKind } from './draft.js';
import { draftOf, type Problems, problemsBelow, type RouteProps } from './page-state.js';
import { resolved, type Schema, typeOf } from '../../samples/sample-value.js';
import { typeLine } from './type-text.js';

type FieldListProps = RouteProps & {
  readonly kind: FieldKind;
  readonly title: string;
  readonly problems: Problems;
};

const PLACES = { captures: '/path', query: '/query', headers: '/headers' } as const;

export function FieldList(props: FieldListProps): VNode | null {
  const { route, kind, title } = props;
  const fields = route[kind];
  if (fields.length === 0 && kind === 'captures') return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {fields.map((field) => (
        <Field key={field.name} {...props} field={field} />
      ))}
      {kind !== 'captures' && <MoreFields {...props} isOnly={fields.length === 0} />}
    </fieldset>
  );
}

function Field(props: FieldListProps & { readonly field: InputField }): VNode {
  const { route, kind, field, document, state, actions, problems } = props;
  const { name, isRequired, schema, description } = field;
  const draft = draftOf(state, route.id);
  const id = `${kind}-${name}`;
  const own = resolved(schema, document.schemas);
  const wrong = problemsBelow(problems, `${PLACES[kind]}/${name}`).map(([, expected]) => expected);
  const value = fieldText(draft, document, { kind, field });
  const shared = {
    id,
    value,
    required: isRequired,
    'aria-invalid': wrong.length > 0,
    'aria-describedby': `${id}-type${wrong.length > 0 ? ` ${id}-wrong` : ''}`,
    onInput: (event: { readonly currentTarget: { readonly value: string } }): void => {
      const key = fieldKey(kind, name);
      actions.type(route, { fields: { ...draft.fields, [key]: event.currentTarget.value } });
    },
  };
  const choices = choicesOf(own);
  return (
    <div class="field">
      <label for={id}>
        {name}
        {isRequired && <span class="required"> required</span>}
      </label>
      <div class="input">
        {choices ? (
          <select {...shared}>
            {(!isRequired || value === '') && <option value="" />}
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : typeOf(own) === 'array' ? (
          <textarea {...shared} rows={2} spellcheck={false} placeholder="one value per line" />
        ) : (
          <input {...shared} autocomplete="off" spellcheck={false} />
        )}
        <span id={`${id}-type`} class="hint">
          <code>{typeLine(schema, document.schemas)}</code>
          {description !== undefined && ` ${description}`}
        </span>
        {wrong.length > 0 && (
          <span id={`${id}-wrong`} class="wrong">
            Expected: {wrong.join('; ')}
          </span>
        )}
      </div>
    </div>
  );
}

function choicesOf({ enum: values, type, const: only }: Schema): string[] | undefined {
  if (values) return values.map(textOrJson);
  if (type === 'boolean') return ['true', 'false'];
  return only === undefined ? undefined : [textOrJson(only)];
}

/** Shows fields for parameters or headers that the view does not declare. */
function MoreFields({ isOnly, ...props }: FieldListProps & { readonly isOnly: boolean }): VNode {
  const { route, kind, state, actions } = props;
  const draft = draftOf(state, route.id);
  const id = `more-${kind}`;
  return (
    <div class="field">
      <label for={id} class={isOnly ? 'unseen' : ''}>
        {isOnly ? (kind === 'query' ? 'Query string' : 'Headers') : 'more'}
      </label>
      <div class="input">
        {kind === 'query' ? (
          <input
            id={id}
            value={draft.moreQuery}
            placeholder="name=value&other=value"
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => actions.type(route, { moreQuery: event.currentTarget.value })}
          />
        ) : (
          <textarea
            id={id}
            value={draft.moreHeaders}
            rows={Math.max(1, draft.moreHeaders.split('\n').length)}
            placeholder="Name: value"
            spellcheck={false}
            onInput={(event) => actions.type(route, { moreHeaders: event.currentTarget.value })}
          />
        )}
      </div>
    </div>
  );
}
