// Shows how a request to a route is authorized. The explorer's server adds the local keys, signatures and tokens.
import type { VNode } from 'preact';
import { isFilled, schemesOf, type Sent, sentFor, textsOfScheme } from './authorization.js';
import { Check } from './controls.js';
import { SAMPLE_CLAIMS } from './draft.js';
import { draftOf, type RouteProps } from './page-state.js';

export function AccessFields(props: RouteProps): VNode | null {
  const { route, document, state, actions } = props;
  const { access, isKeyRequired } = route;
  const schemes = schemesOf(route);
  // Providers run even without authorization, because they are code of the application.
  const isChecked = !document.isOpen && (access.kind !== 'open' || isKeyRequired);
  if (!isChecked && schemes.length === 0) return null;
  const draft = draftOf(state, route.id);
  const isKnown = !draft.isUnknown;
  return (
    <fieldset>
      <legend>Caller</legend>
      <Check
        label={sentence(route, document)}
        isOn={isKnown}
        onChange={(isOn) => actions.type(route, { isUnknown: !isOn })}
      />
      {isKnown && schemes.map((name) => <SchemeHint key={name} name={name} {...props} />)}
      {isKnown && isChecked && access.kind === 'userPool' && (
        <div class="field">
          <label for="claims">claims</label>
          <div class="input">
            <textarea
              id="claims"
              rows={2}
              spellcheck={false}
              value={draft.claims ?? SAMPLE_CLAIMS}
              aria-describedby="claims-hint"
              onInput={(event) => actions.type(route, { claims: event.currentTarget.value })}
            />
            <span id="claims-hint" class="hint">
              of the ID token in <code>{access.header}</code>; issuer and times are filled in
            </span>
          </div>
        </div>
      )}
      {isKnown && isChecked && access.kind === 'custom' && (
        <div class="field">
          <label for="token">{access.header}</label>
          <div class="input">
            <input
              id="token"
              autocomplete="off"
              spellcheck={false}
              value={draft.token ?? ''}
              aria-describedby="token-hint"
              onInput={(event) => actions.type(route, { token: event.currentTarget.value })}
            />
            <span id="token-hint" class="hint">
              {access.isForeign
                ? `the function of ${access.name} is not part of this application, so the response is 500`
                : `the authorizer ${access.name} decides`}
            </span>
          </div>
        </div>
      )}
    </fieldset>
  );
}

function SchemeHint({ name, ...props }: RouteProps & { readonly name: string }): VNode {
  const { route, document, state, actions } = props;
  const scheme = document.securitySchemes?.[name];
  const texts = textsOfScheme(state.authorization, name);
  const isOptional = route.security?.some((names) => !names.includes(name)) ?? false;
  return (
    <p class="scheme">
      <code>{name}</code>{' '}
      {scheme && isFilled(texts) ? (
        <span class="hint">{shownSent(sentFor(scheme, texts, true))}</span>
      ) : (
        <span class="hint">nothing to send yet{isOptional ? ', and it is optional' : ''}</span>
      )}{' '}
      <button
        type="button"
        class="small"
        aria-haspopup="dialog"
        aria-label={`Authorize ${name}`}
        onClick={actions.openAuthorize}
      >
        Authorize
      </button>
    </p>
  );
}

function shownSent({ place, name, value }: Sent): string {
  return place === 'header' ? `${name}: ${value}` : `${name}=${value} in the ${place}`;
}

function sentence(route: RouteProps['route'], { apiKey, isOpen }: RouteProps['document']): string {
  const { access, isKeyRequired } = route;
  const own = [
    ...(access.kind === 'iam' ? ['sign as the local IAM caller'] : []),
    ...(access.kind === 'userPool' ? ['send an ID token'] : []),
    ...(access.kind === 'custom' ? ['send a token'] : []),
    ...(isKeyRequired ? [`send the API key ${apiKey}`] : []),
  ];
  const schemes = schemesOf(route);
  const provided = schemes.length > 0 ? [`send ${schemes.join(' and ')}`] : [];
  const parts = [...(isOpen ? [] : own), ...provided].join(' and ');
  return `${parts.slice(0, 1).toUpperCase()}${parts.slice(1)}`;
}
