// Shows the field for the body of a request, next to the type that the view accepts.
import type { VNode } from 'preact';
import { bodyText, contentTypeOf, isBinary, isJson } from './draft.js';
import { draftOf, type Problems, problemsBelow, type RouteProps } from './page-state.js';
import { TypeView } from './controls.js';

type BodyProps = RouteProps & { readonly problems: Problems };

export function BodyField(props: BodyProps): VNode | null {
  const { route, document, state, actions } = props;
  const { body } = route;
  if (!body) return null;
  const draft = draftOf(state, route.id);
  const type = contentTypeOf(route, draft) ?? '';
  return (
    <fieldset>
      <legend>Body</legend>
      {body.contentTypes.length > 1 ? (
        <div class="field">
          <label for="content-type">Content-Type</label>
          <div class="input">
            <select
              id="content-type"
              value={type}
              onChange={(event) => actions.type(route, { contentType: event.currentTarget.value })}
            >
              {body.contentTypes.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </div>
        </div>
      ) : (
        <p class="hint">
          <code>{type}</code>
        </p>
      )}
      {isBinary(type) ? <FileField {...props} /> : <TextField {...props} type={type} />}
      {body.schema && (
        <TypeView schema={body.schema} schemas={document.schemas} label="Type of the body" />
      )}
    </fieldset>
  );
}

function TextField({ type, ...props }: BodyProps & { readonly type: string }): VNode {
  const { route, document, state, actions, problems } = props;
  const draft = draftOf(state, route.id);
  const text = bodyText(route, draft, document);
  const broken = isJson(type) && text !== '' ? jsonProblem(text) : undefined;
  const wrong = problemsBelow(problems, '/body');
  return (
    <div class="body">
      <textarea
        id="body"
        aria-label="Body"
        class="code"
        spellcheck={false}
        rows={Math.min(24, Math.max(4, text.split('\n').length + 1))}
        value={text}
        aria-invalid={broken !== undefined || wrong.length > 0}
        aria-describedby="body-wrong"
        onInput={(event) => actions.type(route, { body: event.currentTarget.value })}
      />
      <div id="body-wrong">
        {broken !== undefined && <p class="wrong">Not JSON: {broken}</p>}
        {wrong.map(([at, expected]) => (
          <p key={at} class="wrong">
            <code>{at.slice('/body'.length) || '/'}</code> expected: {expected}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Returns the browser's error for text that is not JSON. The text can still be sent. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : undefined;
  }
}

function FileField({ route, state, actions }: BodyProps): VNode {
  const file = state.files[route.id];
  return (
    <div class="field">
      <label for="file">file</label>
      <div class="input">
        <input
          id="file"
          type="file"
          onChange={(event) => actions.choose(route, event.currentTarget.files?.[0])}
        />
        {file && <span class="hint">{file.name} is sent as the body</span>}
      </div>
    </div>
  );
}

export function submitByKeys(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (event.currentTarget instanceof HTMLFormElement) event.currentTarget.requestSubmit();
}
