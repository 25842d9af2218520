// Who the caller of a route is: keys, signatures and tokens of this machine are added by the server of the page.
import type { VNode } from 'preact';
import { SAMPLE_CLAIMS } from './draft.js';
import { draftOf } from './page-state.js';
import type { RouteProps } from './route-view.js';

export function AccessFields({ route, document, state, actions }: RouteProps): VNode | null {
  const { access, isKeyRequired } = route;
  if (document.isOpen || (access.kind === 'open' && !isKeyRequired)) return null;
  const draft = draftOf(state, route.id);
  const isKnown = !draft.isUnknown;
  return (
    <fieldset>
      <legend>Caller</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={isKnown}
          onChange={(event) => {
            actions.type(route, { isUnknown: !event.currentTarget.checked });
          }}
        />{' '}
        {sentence(route, document.apiKey)}
      </label>
      {isKnown && access.kind === 'userPool' && (
        <div class="field">
          <label for="claims">claims</label>
          <div class="input">
            <textarea
              id="claims"
              rows={2}
              spellcheck={false}
              value={draft.claims ?? SAMPLE_CLAIMS}
              aria-describedby="claims-hint"
              onInput={(event) => {
                actions.type(route, { claims: event.currentTarget.value });
              }}
            />
            <span id="claims-hint" class="hint">
              of the id token in <code>{access.header}</code>; issuer and times are filled in
            </span>
          </div>
        </div>
      )}
      {isKnown && access.kind === 'custom' && (
        <div class="field">
          <label for="token">{access.header}</label>
          <div class="input">
            <input
              id="token"
              autocomplete="off"
              spellcheck={false}
              value={draft.token ?? ''}
              aria-describedby="token-hint"
              onInput={(event) => {
                actions.type(route, { token: event.currentTarget.value });
              }}
            />
            <span id="token-hint" class="hint">
              {access.isForeign
                ? `the function of ${access.name} is not part of this application, so the answer is 500`
                : `is judged by the authorizer ${access.name}`}
            </span>
          </div>
        </div>
      )}
    </fieldset>
  );
}

function sentence({ access, isKeyRequired }: RouteProps['route'], apiKey: string): string {
  const parts = [
    ...(access.kind === 'iam' ? ['sign as the local IAM caller'] : []),
    ...(access.kind === 'userPool' ? ['send an id token'] : []),
    ...(access.kind === 'custom' ? ['send a token'] : []),
    ...(isKeyRequired ? [`send the API key ${apiKey}`] : []),
  ].join(' and ');
  return `${parts.slice(0, 1).toUpperCase()}${parts.slice(1)}`;
}
