// Shows the response to the last request to a route: status, time, headers, and its body in a suitable form. Before the first
// request, it shows the possible responses.
import type { VNode } from 'preact';
import type {
  CarriedBody,
  ExplorerDocument,
  ExplorerRoute,
  SendForm,
  ShownRequest,
  StreamState,
} from '../explorer-document.js';
import { type Actions, type Outcome, type PageState, shownRoute } from './page-state.js';
import { BodyView, LogView } from './body-view.js';
import { STOPPED } from './stream-parts.js';
import { shownClock, shownTime, statusKind } from './request-list.js';
import { TypeView } from './type-view.js';

export function AnswerView({
  state,
  actions,
}: {
  readonly state: PageState;
  readonly actions: Pick<Actions, 'stop'>;
}): VNode | null {
  const route = shownRoute(state);
  const { document } = state;
  if (!route || !document) return null;
  const outcome = state.outcomes[route.id];
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
          Waiting for the response. <StopButton route={route} actions={actions} />
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
      {outcome?.kind === 'answered' && <Answered {...outcome} route={route} actions={actions} />}
      {route.answers.length > 0 && (
        <PossibleAnswers route={route} document={document} isOpen={!outcome} />
      )}
    </section>
  );
}

type StopProps = {
  readonly route: ExplorerRoute;
  readonly actions: Pick<Actions, 'stop'>;
};

/** Shows a button that stops a request that is waiting for its response or receiving a stream. */
function StopButton({ route, actions }: StopProps): VNode {
  return (
    <button
      type="button"
      class="small"
      onClick={() => {
        actions.stop(route);
      }}
    >
      Stop
    </button>
  );
}

type AnsweredProps = Pick<Outcome & { readonly kind: 'answered' }, 'answer' | 'past'> & StopProps;

function Answered({ answer, past, route, actions }: AnsweredProps): VNode {
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
        {isOpen && <StopButton route={route} actions={actions} />}{' '}
        {typeName !== undefined && <code class="type-name">{typeName}</code>}
      </p>
      {past && <PastRequest request={past} route={route} />}
      <Headers title="Headers" headers={headers} />
      {streamed?.failure !== undefined && (
        <p class="wrong" role="alert">
          {streamed.failure === STOPPED ? STOPPED : `The stream was cut: ${streamed.failure}`}
        </p>
      )}
      {streamed?.events ? (
        <EventList events={streamed.events} isOpen={isOpen} />
      ) : isEmpty(body) ? (
        <p class="quiet">{isOpen ? 'Waiting for the next chunk.' : 'The body is empty.'}</p>
      ) : (
        <BodyView body={body} type={type} />
      )}
      {isCut && <p class="quiet">Only the beginning of the body is kept.</p>}
      <LogView log={log} label="Log of the request" />
    </>
  );
}

/** Shows server-sent events, the newest last. */
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
function PastRequest({
  request,
  route,
}: {
  readonly request: ShownRequest;
  readonly route: ExplorerRoute;
}): VNode {
  const { time, contents } = request;
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

/** Describes a body that the form does not show. */
function bodyWords(
  { body, isBodyLost }: NonNullable<ShownRequest['contents']>,
  { body: taken }: ExplorerRoute,
): string {
  if (isBodyLost) return ' Its body was too large to be kept.';
  if (!body) return '';
  if (!taken) return ' The form has no field for its body.';
  return 'text' in body ? '' : ' Its body is not text; it is sent unchanged.';
}

function Headers({
  title,
  headers,
}: {
  readonly title: string;
  readonly headers: SendForm['headers'];
}): VNode {
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

/** Returns the name of the type that the document declares for a status. */
function typeNameOf({ answers }: ExplorerRoute, status: number): string | undefined {
  const answer =
    answers.find((each) => each.status === String(status)) ??
    answers.find((each) => each.status === 'default');
  const reference = answer?.schema?.['$ref'];
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function isEmpty(body: CarriedBody): boolean {
  return ('text' in body ? body.text : body.base64) === '';
}

function shownSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${(bytes / 1000).toFixed(bytes < 9_950 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function PossibleAnswers({
  route,
  document,
  isOpen,
}: {
  readonly route: ExplorerRoute;
  readonly document: ExplorerDocument;
  readonly isOpen: boolean;
}): VNode {
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
