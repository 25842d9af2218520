// The whole page: its layout, and what is shown instead while the source has errors.
import type { ShownProblem } from '../explorer-document.js';
import { CodeWords } from './controls.js';
import { isFilled } from './authorization.js';
import type { VNode } from 'preact';
import { AnswerView } from './answer-view.js';
import { AuthorizeDialog } from './authorize-dialog.js';
import { FunctionView } from './function-view.js';
import {
  type PageProps,
  type PageState,
  shownFunction,
  shownRoute,
  shownStored,
} from './page-state.js';
import { RequestList } from './request-list.js';
import { RouteList } from './route-list.js';
import { RouteView } from './route-view.js';
import { RunView } from './run-view.js';
import { StoredView } from './stored-view.js';

export function Page(props: PageProps): VNode {
  const { state } = props;
  const { server, announcement } = state;
  const isBroken = server?.kind === 'broken';
  const own = shownFunction(state);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the route
      </a>
      <TopBar {...props} />
      <div class="columns">
        <RouteList {...props} />
        <main id="main" tabIndex={-1}>
          {isBroken ? <Broken problems={server.problems} /> : <Shown {...props} />}
        </main>
        <aside aria-label="Response and requests">
          {!isBroken && <AnswerView {...props} />}
          {!isBroken && own && <RunView own={own} outcome={state.outcomes[own.id]} />}
          <RequestList {...props} />
        </aside>
      </div>
      {state.isAuthorizing && <AuthorizeDialog {...props} />}
      <div class="unseen" role="status">
        {announcement}
      </div>
    </>
  );
}

/** The fragment of the URL contains the route, so following the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

type ProblemsProps = { readonly problems: readonly ShownProblem[] };

function Broken({ problems }: ProblemsProps): VNode {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return (
    <section class="broken" aria-labelledby="broken-title">
      <h1 id="broken-title">
        {errors.length === 1
          ? 'The application has an error'
          : `The application has ${errors.length} errors`}
      </h1>
      <p>
        Every request gets a 500 response with {errors.length === 1 ? 'this error' : 'these errors'}
        . The next save without errors restores this page, with what you have typed.
      </p>
      <ProblemList problems={errors} />
    </section>
  );
}

function Shown(props: PageProps): VNode {
  const { state } = props;
  const { document, server } = state;
  const route = shownRoute(state);
  const own = shownFunction(state);
  const stored = shownStored(state);
  const warnings = (server?.problems ?? []).filter(({ severity }) => severity === 'warning');
  return (
    <>
      {warnings.length > 0 && (
        <details class="warnings">
          <summary>{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</summary>
          <ProblemList problems={warnings} />
        </details>
      )}
      {route && document ? (
        <RouteView key={route.id} route={route} document={document} {...props} />
      ) : stored ? (
        <StoredView key={stored.id} stored={stored} />
      ) : own ? (
        <FunctionView key={own.id} own={own} {...props} />
      ) : (
        <NoRoute {...state} />
      )}
    </>
  );
}

function NoRoute({ selected, document }: PageState): VNode {
  if (!document) return <p class="quiet">Waiting for the first build.</p>;
  return selected === undefined ? (
    <p class="quiet">The application has no routes yet.</p>
  ) : (
    <section>
      <h1 id="route-title" tabIndex={-1}>
        There is no {selected}
      </h1>
      <p>The application currently does not have this route. What you typed for it is kept.</p>
    </section>
  );
}

function TopBar({ state, actions }: PageProps): VNode {
  const { document, authorization } = state;
  const { schemes, headers } = authorization;
  const isUsed = Object.values(schemes).some(isFilled) || headers.trim() !== '';
  return (
    <header class="bar">
      <p class="app">
        {document?.app ?? 'Explorer'} {document && <span class="stage">{document.stage}</span>}
      </p>
      {document && (
        <a class="address" href={document.url} target="_blank" rel="noreferrer">
          {document.url.replace('http://', '')}
        </a>
      )}
      <Health state={state} />
      {document?.isDescribed && (
        <a class="document" href="/openapi.json" download="openapi.json">
          openapi.json
        </a>
      )}
      <button type="button" aria-haspopup="dialog" onClick={actions.openAuthorize}>
        Authorize{isUsed ? ' (in use)' : ''}
      </button>
    </header>
  );
}

function Health({ state }: { readonly state: PageState }): VNode {
  const { server, isConnected, document } = state;
  if (!isConnected) return <p class="health bad">Stopped: waiting for framework local</p>;
  if (server?.kind === 'broken') return <p class="health bad">Errors in the source</p>;
  if (!server || server.kind === 'building') return <p class="health busy">Building</p>;
  return <p class="health good">{document?.isWatching ? 'Reloads on every save' : 'Serving'}</p>;
}

function ProblemList({ problems }: ProblemsProps): VNode {
  return (
    <ul class="problems">
      {problems.map(({ code, severity, message, hint, at, lines }, index) => (
        <li key={index}>
          <p class="message">
            <span class={severity}>{code}</span> <CodeWords text={message} />
          </p>
          {hint !== undefined && (
            <p class="advice">
              <CodeWords text={hint} />
            </p>
          )}
          {at && (
            <p class="quiet">
              <code>{`${at.file}:${at.line}:${at.column}`}</code>
            </p>
          )}
          {at && lines && (
            <pre
              class="frame"
              tabIndex={0}
              role="region"
              aria-label={`${at.file}, line ${at.line}`}
            >
              {lines.map(({ number, text }) => (
                <span key={number} class={number === at.line ? 'here' : ''}>
                  <i>{String(number).padStart(4)} </i>
                  {text}
                  {'\n'}
                </span>
              ))}
            </pre>
          )}
        </li>
      ))}
    </ul>
  );
}
