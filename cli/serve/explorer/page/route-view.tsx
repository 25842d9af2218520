// Shows one route: its description, and the form that sends a request to it.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExplorerRoute } from '../explorer-document.js';
import { AccessFields } from './access-fields.js';
import { schemesOf } from './authorization.js';
import { BodyField, submitByKeys } from './body-field.js';
import { Check, CodeWords, SmallButton } from './controls.js';
import { FieldList } from './field-list.js';
import { draftOf, type PageState, problemsOf, type RouteProps } from './page-state.js';
import { targetOf } from './request-of-draft.js';
import { Method } from './route-list.js';

export function RouteView(props: RouteProps): VNode {
  const { route, document, state, actions } = props;
  const { authorization } = state;
  const { summary, description, at } = route;
  const draft = draftOf(state, route.id);
  const outcome = state.outcomes[route.id];
  const problems = problemsOf(outcome);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    actions.send(route);
  };
  return (
    <article aria-labelledby="route-title">
      <h1 id="route-title" tabIndex={-1}>
        <Method name={route.method} /> <span class="path">{route.path}</span>
      </h1>
      {summary !== undefined && (
        <p class="summary">
          <CodeWords text={summary} />
        </p>
      )}
      {description !== undefined && (
        <p class="description">
          <CodeWords text={description} />
        </p>
      )}
      <Facts route={route} />
      <p class="quiet source">
        <code>{route.view}</code> in <code>{`${at.file}:${at.line}`}</code>
      </p>
      <form onSubmit={onSubmit} onKeyDown={submitByKeys} aria-label={`Request ${route.id}`}>
        <div class="call">
          <output class="target" aria-label="URL of the request">
            {targetOf({ route, draft, document, authorization, isMasked: true })}
          </output>
          <button
            type="submit"
            class="send"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title="Ctrl+Enter"
            disabled={outcome?.kind === 'waiting'}
          >
            {outcome?.kind === 'waiting' ? 'Sending' : 'Send'}
          </button>
        </div>
        <div class="tools">
          <SmallButton label="Copy as curl" onClick={() => actions.copyCurl(route)} />
          <SmallButton label="Start over" onClick={() => actions.clear(route)} />
        </div>
        {state.command && <CurlCommand {...state.command} />}
        <FieldList {...props} kind="captures" title="Path" problems={problems} />
        <FieldList {...props} kind="query" title="Query" problems={problems} />
        <FieldList {...props} kind="headers" title="Headers" problems={problems} />
        <AccessFields {...props} />
        <BodyField {...props} problems={problems} />
      </form>
    </article>
  );
}

/** Shows the command without secrets, unless the user requests them. */
function CurlCommand({ masked, whole }: NonNullable<PageState['command']>): VNode {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Command of curl">
        {isWhole ? whole : masked}
      </pre>
      {masked !== whole && <Check label="With secrets" isOn={isWhole} onChange={setWhole} />}
    </>
  );
}

function Facts({ route }: { readonly route: ExplorerRoute }): VNode | null {
  const { access, isKeyRequired, corsOrigin, isDeprecated, security = [] } = route;
  const facts = [
    ...(isDeprecated ? ['deprecated'] : []),
    ...(isKeyRequired ? ['API key'] : []),
    ...(access.kind === 'open'
      ? []
      : [access.kind === 'iam' ? 'IAM' : `authorizer ${access.name}`]),
    ...schemesOf(route).map((name) =>
      security.every((names) => names.includes(name))
        ? `security ${name}`
        : `security ${name}, optional`,
    ),
    ...(corsOrigin === undefined ? [] : [corsOrigin === '*' ? 'CORS' : `CORS for ${corsOrigin}`]),
  ];
  if (facts.length === 0) return null;
  return (
    <ul class="facts" aria-label="About this route">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
