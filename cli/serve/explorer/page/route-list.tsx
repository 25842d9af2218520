// Lists the routes in groups, with a search field.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExplorerRoute } from '../explorer-document.js';
import { isSecured } from './authorization.js';
import {
  foundFunctions,
  foundRoutes,
  foundStored,
  type PageProps,
  type PageState,
  shownFunction,
  shownRoute,
} from './page-state.js';
import { StoredList } from './stored-view.js';

export function RouteList({ state, actions }: PageProps): VNode {
  const { document, search, server } = state;
  const [isOpen, setOpen] = useState(false);
  const found = foundRoutes(state);
  const all = document?.routes.length ?? 0;
  const functions = document?.functions.length ?? 0;
  const current = shownRoute(state)?.id;
  const others = foundFunctions(state).length + foundStored(state).length;
  const isNothing = search !== '' && found.length + others === 0;
  const groups = new Map<string, ExplorerRoute[]>();
  for (const route of found) groups.set(route.group, [...(groups.get(route.group) ?? []), route]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      actions.openFirst();
      setOpen(false);
    } else if (event.key === 'Escape' && search !== '') {
      event.preventDefault();
      actions.search('');
    }
  };
  return (
    <nav class={`routes ${isOpen ? 'open' : ''}`} aria-label="Routes">
      <div class="find">
        <input
          id="search"
          type="search"
          placeholder="Search routes"
          aria-label="Search routes"
          aria-keyshortcuts="/"
          aria-describedby="found"
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={(event) => {
            actions.search(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden="true">/</kbd>
        <button
          type="button"
          class="more"
          aria-expanded={isOpen}
          aria-controls="route-groups"
          onClick={() => setOpen(!isOpen)}
        >
          Routes
        </button>
      </div>
      <p id="found" class="quiet count" role="status">
        {countText('route', [found.length, all], search)}
        {functions > 0 &&
          `, ${countText('function', [foundFunctions(state).length, functions], search)}`}
        {server?.kind === 'broken' && all > 0 ? ', of the last build without errors' : ''}
      </p>
      <div id="route-groups" class={server?.kind === 'broken' ? 'stale' : ''}>
        {[...groups].map(([group, routes]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {routes.map((route) => (
                <li key={route.id}>
                  <a
                    href={`#${encodeURIComponent(route.id)}`}
                    aria-current={route.id === current ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    <Method name={route.method} />
                    <span class={route.isDeprecated ? 'path old' : 'path'}>
                      {withBreaks(route.path)}
                    </span>
                    {isSecured(route) && <Lock />}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <FunctionList state={state} onOpen={() => setOpen(false)} />
        <StoredList state={state} onOpen={() => setOpen(false)} />
        {isNothing && (
          <p class="quiet">
            No route{functions > 0 ? ' and no function' : ''} has “{search}”.
          </p>
        )}
      </div>
    </nav>
  );
}

/** Returns `2 routes`, or `1 of 2 routes` during a search. */
function countText(noun: string, [found, all]: readonly [number, number], search: string): string {
  const count = `${all} ${noun}${all === 1 ? '' : 's'}`;
  return search === '' ? count : `${found} of ${all} ${noun}s`;
}

/** Allows line breaks after the slashes of a long path. */
function withBreaks(path: string): (VNode | string)[] {
  return path
    .split(/(?<=.\/)/)
    .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));
}

function Lock(): VNode {
  return (
    <svg class="lock" viewBox="0 0 16 16" role="img" aria-label="secured">
      <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7Zm2 0h4V5a2 2 0 0 0-4 0Z" />
    </svg>
  );
}

export function Method({ name }: { readonly name: string }): VNode {
  return <span class={`method ${name.toLowerCase()}`}>{name}</span>;
}

type ListProps = { readonly state: PageState; readonly onOpen: () => void };

function FunctionList({ state, onOpen }: ListProps): VNode | null {
  const found = foundFunctions(state);
  const current = shownFunction(state)?.id;
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="functions-title">
      <h2 id="functions-title">Events</h2>
      <ul>
        {found.map(({ id, name, origins }) => (
          <li key={id}>
            <a
              class="function"
              href={`#${encodeURIComponent(id)}`}
              aria-current={id === current ? 'page' : undefined}
              onClick={onOpen}
            >
              <span class="path">{name}</span>{' '}
              <span class="quiet">{origins.map(({ title }) => title).join('; ')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
