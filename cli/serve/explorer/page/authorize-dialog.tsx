// The only part of the page with credentials: fields for the security schemes of providers and for common headers.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  isBasic,
  providedSchemes,
  sentFor,
  type SchemeTexts,
  textsOfScheme,
} from './authorization.js';
import { Check } from './controls.js';
import type { PageProps } from './page-state.js';
import { readHeaderLines } from './request-of-draft.js';

export function AuthorizeDialog(props: PageProps): VNode {
  const { state, actions } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const schemes = state.document ? providedSchemes(state.document) : [];
  const { headers } = state.authorization;
  const read = readHeaderLines(headers);
  return (
    <dialog
      ref={dialog}
      class="authorize"
      aria-labelledby="authorize-title"
      onClose={actions.closeAuthorize}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          dialog.current?.close();
        }}
      >
        <h2 id="authorize-title">Authorize</h2>
        <p class="hint">
          Sent with every request to a route that uses the scheme. Stored only in this browser tab.
        </p>
        {schemes.length === 0 && (
          <p class="quiet">No provider of the application declares a security scheme.</p>
        )}
        {schemes.map(([name, scheme]) => (
          <SchemeFields key={name} name={name} scheme={scheme} isShown={isShown} {...props} />
        ))}
        {schemes.length > 0 && (
          <Check label="Show what is typed" isOn={isShown} onChange={setShown} />
        )}
        <fieldset>
          <legend>Shared headers</legend>
          <div class="field">
            <label for="shared-headers" class="unseen">
              Shared headers
            </label>
            <div class="input">
              <textarea
                id="shared-headers"
                rows={3}
                spellcheck={false}
                placeholder="X-Tenant: acme"
                value={headers}
                aria-invalid={'problem' in read}
                aria-describedby="shared-headers-hint"
                onInput={(event) => actions.shareHeaders(event.currentTarget.value)}
              />
              <div id="shared-headers-hint">
                <p class="hint">
                  one per line, sent with every request; headers set for a route take precedence
                </p>
                {'problem' in read && <p class="wrong">{read.problem}</p>}
              </div>
            </div>
          </div>
        </fieldset>
        <div class="tools">
          <button type="button" onClick={actions.forgetAuthorization}>
            Forget all
          </button>
          <button type="submit" class="send">
            Done
          </button>
        </div>
      </form>
    </dialog>
  );
}

type SchemeProps = PageProps & {
  readonly name: string;
  readonly scheme: Readonly<Record<string, unknown>>;
  readonly isShown: boolean;
};

function SchemeFields({ name, scheme, isShown, state, actions }: SchemeProps): VNode {
  const texts = textsOfScheme(state.authorization, name);
  const type = (change: Partial<SchemeTexts>): void =>
    actions.authorize(name, { ...texts, ...change });
  const { place, name: sentName } = sentFor(scheme, texts, true);
  const { description } = scheme;
  return (
    <fieldset>
      <legend>
        {name}{' '}
        <span class="hint">
          {kindOf(scheme)}, <code>{sentName}</code>
          {place === 'header' ? '' : ` in the ${place}`}
        </span>
      </legend>
      {typeof description === 'string' && <p class="hint">{description}</p>}
      {isBasic(scheme) && (
        <div class="field">
          <label for={`${name}-username`}>username</label>
          <input
            id={`${name}-username`}
            autocomplete="off"
            spellcheck={false}
            value={texts.username}
            onInput={(event) => type({ username: event.currentTarget.value })}
          />
        </div>
      )}
      <div class="field">
        <label for={`${name}-secret`}>{secretWord(scheme)}</label>
        <input
          id={`${name}-secret`}
          {...(isShown ? { type: 'text' as const } : { type: 'password' as const })}
          // The browser must not fill in a saved password.
          autocomplete="new-password"
          spellcheck={false}
          value={texts.secret}
          onInput={(event) => type({ secret: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

function kindOf({ type, scheme }: SchemeProps['scheme']): string {
  return type === 'http' ? `http ${String(scheme)}` : String(type);
}

function secretWord(scheme: SchemeProps['scheme']): string {
  if (isBasic(scheme)) return 'password';
  return scheme['type'] === 'apiKey' ? 'value' : 'token';
}
