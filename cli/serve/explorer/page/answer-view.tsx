// The answer to the last call of the route: status, time, headers, and its body in the form that suits it. Before there
// is one, what the route may answer.
import type { VNode } from 'preact';
import type {
  CarriedBody,
  ExplorerDocument,
  ExplorerRoute,
  SentAnswer,
} from '../explorer-document.js';
import { BodyView } from './body-view.js';
import { type PageState, shownRoute } from './page-state.js';
import { shownTime } from './request-list.js';
import { statusKind } from './status-kind.js';
import { TypeView } from './type-view.js';

export function AnswerView({ state }: { readonly state: PageState }): VNode | null {
  const route = shownRoute(state);
  const { document } = state;
  if (!route || !document) return null;
  const outcome = state.outcomes[route.id];
  return (
    <section id="answer" class="answer" aria-labelledby="answer-title" key={route.id}>
      <h2 id="answer-title">Answer</h2>
      {!outcome && route.answers.length === 0 && (
        <p class="quiet">
          Press <strong>Send</strong>, or <kbd>Ctrl</kbd> <kbd>Enter</kbd> in the form.
        </p>
      )}
      {outcome?.kind === 'waiting' && <p class="quiet">Waiting for the answer.</p>}
      {outcome?.kind === 'failed' && (
        <p class="wrong" role="alert">
          {outcome.message}
        </p>
      )}
      {outcome?.kind === 'answered' && <Answered answer={outcome.answer} />}
      {route.answers.length > 0 && (
        <PossibleAnswers route={route} document={document} isOpen={!outcome} />
      )}
    </section>
  );
}

function Answered({ answer }: { readonly answer: SentAnswer }): VNode {
  const { status, phrase, milliseconds, size, headers, body } = answer;
  const type = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return (
    <>
      <p class="result">
        <strong class={`status ${statusKind(status)}`}>
          {status} {phrase}
        </strong>{' '}
        <span>{shownTime(milliseconds)}</span> <span>{shownSize(size)}</span>
      </p>
      <details class="headers">
        <summary>Headers ({headers.length})</summary>
        <dl>
          {headers.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isEmpty(body) ? (
        <p class="quiet">The body is empty.</p>
      ) : (
        <BodyView body={body} type={type} />
      )}
    </>
  );
}

function isEmpty(body: CarriedBody): boolean {
  return ('text' in body ? body.text : body.base64) === '';
}

function shownSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} kB`;
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
      <summary>What it answers</summary>
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
              label={`Type of the answer ${status}`}
            />
          )}
        </div>
      ))}
    </details>
  );
}
