// The bar at the top: the name of the application, where it is served, and the result of its last build.
import type { VNode } from 'preact';
import { isFilled } from './authorization.js';
import type { PageProps } from './page.js';
import type { PageState } from './page-state.js';

export function TopBar({ state, actions }: PageProps): VNode {
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
