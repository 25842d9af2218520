// With `--cloud`: shows the contents of a table, a queue or a bucket, page by page. It does not change them.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Stored, StoredPage } from '../explorer-document.js';
import { storedPage } from './connection.js';
import { SmallButton } from './controls.js';
import { foundStored, type PageState, shownStored } from './page-state.js';

type ListProps = { readonly state: PageState; readonly onOpen: () => void };

export function StoredList({ state, onOpen }: ListProps): VNode | null {
  const found = foundStored(state);
  const current = shownStored(state)?.id;
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="stored-title">
      <h2 id="stored-title">Cloud</h2>
      <ul>
        {found.map(({ id, kind, title }) => (
          <li key={id}>
            <a
              href={`#${encodeURIComponent(id)}`}
              aria-current={id === current ? 'page' : undefined}
              onClick={onOpen}
            >
              <span class="quiet kind">{kind}</span> <span class="path">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly page: StoredPage };

const NOUNS = { table: 'items', queue: 'messages', bucket: 'files' } as const;

export function StoredView({ stored }: { readonly stored: Stored }): VNode {
  const { id, kind, title, name } = stored;
  /** The tokens of the visited pages. The last one is the token of the current page. */
  const [starts, setStarts] = useState<readonly string[]>(['']);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const [reads, setReads] = useState(0);
  const start = starts.at(-1) ?? '';
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Loaded): void => {
      if (isCurrent) setLoaded(next);
    };
    storedPage(id, start).then(
      (page) => show({ kind: 'loaded', page }),
      (error: unknown) =>
        show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, start, reads]);
  const page = loaded.kind === 'loaded' ? loaded.page : undefined;
  return (
    <article aria-labelledby="route-title">
      <h1 id="route-title" tabIndex={-1}>
        {title}
      </h1>
      <p class="quiet source">
        {kind} <code>{name}</code> in the local cloud
      </p>
      <div class="tools">
        <SmallButton label="Refresh" onClick={() => setReads(reads + 1)} />
        <SmallButton
          label="Previous page"
          disabled={starts.length === 1}
          onClick={() => setStarts(starts.slice(0, -1))}
        />
        <SmallButton
          label="Next page"
          disabled={page?.next === undefined}
          onClick={() => {
            if (page?.next !== undefined) setStarts([...starts, page.next]);
          }}
        />
      </div>
      {loaded.kind === 'failed' && (
        <p class="wrong" role="alert">
          {loaded.message}
        </p>
      )}
      <p class="quiet" role="status">
        {page ? countText(page.rows.length, NOUNS[kind], starts.length) : ''}
      </p>
      {page && page.rows.length > 0 && <Rows page={page} noun={NOUNS[kind]} />}
    </article>
  );
}

function countText(count: number, noun: string, pages: number): string {
  const place = pages > 1 ? ` on page ${pages}` : '';
  if (count === 0) return pages > 1 ? `No more ${noun}.` : `There are no ${noun}.`;
  return count === 1 ? `1 ${noun.slice(0, -1)}${place}` : `${count} ${noun}${place}`;
}

function Rows({ page, noun }: { readonly page: StoredPage; readonly noun: string }): VNode {
  return (
    <div class="stored" role="region" aria-label={noun} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {page.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row, index) => (
            <tr key={index}>
              {row.map((text, column) => (
                <td key={column}>
                  <code>{text}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
