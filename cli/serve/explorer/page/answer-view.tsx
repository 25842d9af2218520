// Shows the response to the last request to a route or, before the first request, the possible responses.
import type { VNode } from 'preact';
import {
  type ExplorerRoute,
  lengthOf,
  type SendForm,
  type ShownRequest,
  type StreamState,
} from '../explorer-document.js';
import { type Outcome, type PageProps, type RouteProps, shownRoute } from './page-state.js';
import { BodyView, LogView } from './body-view.js';
import { SmallButton, TypeView } from './controls.js';
import { STOPPED } from './stream-parts.js';
import { shownClock, shownTime, statusKind } from './request-list.js';

export function AnswerView({ state, actions }: PageProps): VNode | null {
  const route = shownRoute(state);
  const { document } = state;
  if (!route || !document) return null;
  const outcome = state.outcomes[route.id];
  const stop = (): void => actions.stop(route);
  return (
    <section id="answer" class="answer" aria-labelledby="answer-title" key={route.id}>
      <h2 id="answer-title">Response</h2>
      {!outcome && route.answers.length === 0 && (
        <p class="quiet">
          Press <strong>Send</strong>, or <kbd>Ctrl</kbd> <kbd>Enter</kbd> in the form.
        </p>
      )}
      {outcome?.kind === 'waiting' && (
        <p class="quiet">
          Waiting for the response. <SmallButton label="Stop" onClick={stop} />
        </p>
      )}
      {outcome?.kind === 'failed' && (
        <p class="wrong" role="alert">
          {outcome.message}
        </p>
      )}
      {outcome?.kind === 'lost' && (
        <p class="quiet">
          The body and the response of this request were not kept: the page was not open when the
          request arrived, or the request is no longer among the newest.
        </p>
      )}
      {outcome?.kind === 'answered' && <Answered {...outcome} route={route} stop={stop} />}
      {route.answers.length > 0 && (
        <PossibleAnswers route={route} document={document} isOpen={!outcome} />
      )}
    </section>
  );
}

type AnsweredProps = Pick<Outcome & { readonly kind: 'answered' }, 'answer' | 'past'> & {
  readonly route: ExplorerRoute;
  readonly stop: () => void;
};

function Answered({ answer, past, route, stop }: AnsweredProps): VNode {
  const { status, phrase, milliseconds, size, headers, body, log, isCut, streamed } = answer;
  const isOpen = streamed?.isOpen === true;
  const typeName = typeNameOf(route, status);
  const type = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return (
    <>
      <p class="result">
        <strong class={`status ${statusKind(status)}`}>
          {status} {phrase}
        </strong>{' '}
        {streamed?.firstByte !== undefined && (
          <span>first byte after {shownTime(streamed.firstByte)}</span>
        )}{' '}
        {!isOpen && <span>{shownTime(milliseconds)}</span>} <span>{shownSize(size)}</span>{' '}
        {isOpen && <SmallButton label="Stop" onClick={stop} />}{' '}
        {typeName !== undefined && <code class="type-name">{typeName}</code>}
      </p>
      {past && <PastRequest past={past} route={route} />}
      <Headers title="Headers" headers={headers} />
      {streamed?.failure !== undefined && (
        <p class="wrong" role="alert">
          {streamed.failure === STOPPED ? STOPPED : `The stream was cut: ${streamed.failure}`}
        </p>
      )}
      {streamed?.events ? (
        <EventList events={streamed.events} isOpen={isOpen} />
      ) : lengthOf(body) === 0 ? (
        <p class="quiet">{isOpen ? 'Waiting for the next chunk.' : 'The body is empty.'}</p>
      ) : (
        <BodyView body={body} type={type} />
      )}
      {isCut && <p class="quiet">Only the beginning of the body is kept.</p>}
      <LogView log={log} label="Log of the request" />
    </>
  );
}

function EventList({ events, isOpen }: Required<Pick<StreamState, 'events' | 'isOpen'>>): VNode {
  return (
    <div class="shown-body">
      <pre tabIndex={0} role="region" aria-label="Events of the response" aria-busy={isOpen}>
        {events.map(({ milliseconds, id, event, data }, index) => (
          <div key={index}>
            <span class="j-key">{shownTime(milliseconds).padStart(8)}</span>{' '}
            {event !== 'message' && <strong>{event} </strong>}
            {id !== '' && <span class="quiet">#{id} </span>}
            {data}
          </div>
        ))}
        {isOpen && 'Waiting for the next event.'}
      </pre>
    </div>
  );
}

/** Shows a past request, including the parts that are not in the form's fields. */
function PastRequest({ past, route }: Required<Pick<AnsweredProps, 'past' | 'route'>>): VNode {
  const { time, contents } = past;
  return (
    <>
      <p class="hint">
        The response to the request of {shownClock(time)}, which is in the form.
        {contents && bodyWords(contents, route)}
      </p>
      {contents && <Headers title="Headers of the request" headers={contents.headers} />}
    </>
  );
}

function bodyWords(
  { body, isBodyLost }: NonNullable<ShownRequest['contents']>,
  { body: taken }: ExplorerRoute,
): string {
  if (isBodyLost) return ' Its body was too large to be kept.';
  if (!body) return '';
  if (!taken) return ' The form has no field for its body.';
  return 'text' in body ? '' : ' Its body is not text; it is sent unchanged.';
}

type HeadersProps = Pick<SendForm, 'headers'> & { readonly title: string };

function Headers({ title, headers }: HeadersProps): VNode {
  return (
    <details class="headers">
      <summary>
        {title} ({headers.length})
      </summary>
      <dl>
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function typeNameOf({ answers }: ExplorerRoute, status: number): string | undefined {
  const answer =
    answers.find((each) => each.status === String(status)) ??
    answers.find((each) => each.status === 'default');
  const reference = answer?.schema?.['$ref'];
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function shownSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${(bytes / 1000).toFixed(bytes < 9_950 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

type PossibleProps = Pick<RouteProps, 'route' | 'document'> & { readonly isOpen: boolean };

function PossibleAnswers({ route, document, isOpen }: PossibleProps): VNode {
  return (
    <details class="possible" open={isOpen}>
      <summary>Possible responses</summary>
      {route.answers.map(({ status, description, schema }) => (
        <div key={status} class="possible-answer">
          <p>
            <span class={`status ${statusKind(Number.parseInt(status, 10))}`}>{status}</span>{' '}
            {description}
          </p>
          {schema && (
            <TypeView
              schema={schema}
              schemas={document.schemas}
              label={`Type of the response ${status}`}
            />
          )}
        </div>
      ))}
    </details>
  );
}
