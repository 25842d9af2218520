// Lists the requests to the application from any client, and the events that functions were run with, newest first.
import type { VNode } from 'preact';
import type { ShownRequest } from '../explorer-document.js';
import { SmallButton } from './controls.js';
import type { PageProps } from './page-state.js';
import { Method } from './route-list.js';

export function RequestList({ state, actions }: PageProps): VNode {
  const { requests, document } = state;
  const known = [...(document?.routes ?? []), ...(document?.functions ?? [])].map(({ id }) => id);
  return (
    <section class="requests" aria-labelledby="requests-title">
      <div class="head">
        <h2 id="requests-title">Requests</h2>
        {requests.length > 0 && <SmallButton label="Clear" onClick={actions.clearRequests} />}
      </div>
      {requests.length === 0 ? (
        <p class="quiet">
          Requests to the application appear here, from this page and from everywhere else.
        </p>
      ) : (
        <ol>
          {requests.map((request) => (
            <li key={request.number}>
              <Row
                request={request}
                isKnown={request.route !== undefined && known.includes(request.route)}
                onOpen={actions.reopen}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type RowProps = {
  readonly request: ShownRequest;
  readonly isKnown: boolean;
  readonly onOpen: (request: ShownRequest) => void;
};

function Row({ request, isKnown, onOpen }: RowProps): VNode {
  const { method, target, status, milliseconds, note, at, exception, time } = request;
  const line = (
    <>
      <span class={`status ${statusKind(status)}`}>{status}</span> <Method name={method} />{' '}
      <span class="target">{target}</span> <span class="quiet ms">{shownTime(milliseconds)}</span>
    </>
  );
  return (
    <>
      {isKnown ? (
        <button
          type="button"
          class="row"
          title={
            request.contents
              ? 'Open in the form, with its body, response and log'
              : 'Open in the form, without its body'
          }
          onClick={() => onOpen(request)}
        >
          {line}
        </button>
      ) : (
        <p class="row">{line}</p>
      )}
      <p class="quiet detail">
        <time dateTime={new Date(time).toISOString()}>{shownClock(time)}</time>{' '}
        {at && <code>{`${at.file}:${at.line}`}</code>}{' '}
        {exception !== undefined && <span class="wrong">{exception}</span>}
        {note}
      </p>
    </>
  );
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });

export function shownClock(time: number): string {
  return CLOCK.format(time);
}

export function shownTime(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds))} ms`;
}

export function statusKind(status: ShownRequest['status']): string {
  if (status === 'done') return 'good';
  if (status === 'gone' || status === 'failed' || status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'moved' : 'good';
}
