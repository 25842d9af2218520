// Lists the functions with event sources, below the routes.
import type { VNode } from 'preact';
import { foundFunctions, type PageState, shownFunction } from './page-state.js';

type ListProps = { readonly state: PageState; readonly onOpen: () => void };

export function FunctionList({ state, onOpen }: ListProps): VNode | null {
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
