// Shows the outcome of a function's last event: its result or its error, the records that failed, and the output.
import type { VNode } from 'preact';
import type { EventFunction, EventRun } from '../explorer-document.js';
import { BodyView, LogView } from './body-view.js';
import type { Outcome } from './page-state.js';
import { shownTime } from './request-list.js';

type RunProps = { readonly own: EventFunction; readonly outcome: Outcome | undefined };

export function RunView({ own, outcome }: RunProps): VNode {
  return (
    <section id="answer" class="answer" aria-labelledby="answer-title" key={own.id}>
      <h2 id="answer-title">Result</h2>
      {!outcome && (
        <p class="quiet">
          Nothing sends events on this machine. Press <strong>Run</strong>, or <kbd>Ctrl</kbd>{' '}
          <kbd>Enter</kbd> in the form.
        </p>
      )}
      {outcome?.kind === 'waiting' && <p class="quiet">Waiting for the function.</p>}
      {outcome?.kind === 'failed' && (
        <p class="wrong" role="alert">
          {outcome.message}
        </p>
      )}
      {outcome?.kind === 'ran' && <Ran run={outcome.run} />}
    </section>
  );
}

function Ran({ run }: { readonly run: EventRun }): VNode {
  const { outcome, records, log, milliseconds } = run;
  const failed = records?.failed ?? [];
  const isGood = outcome.kind === 'returned' && failed.length === 0;
  return (
    <>
      <p class="result">
        <strong class={`status ${isGood ? 'good' : 'failed'}`}>{runWords(run)}</strong>{' '}
        <span>{shownTime(milliseconds)}</span>
      </p>
      {failed.length > 0 && (
        <section aria-labelledby="failed-title">
          <h3 id="failed-title">Failed records</h3>
          <ul class="failed-records">
            {failed.map(({ index, id }) => (
              <li key={index}>
                {index + 1}. <code>{id}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {outcome.kind === 'failed' ? (
        <pre class="wrong" tabIndex={0} role="region" aria-label="Error of the function">
          {outcome.text}
        </pre>
      ) : (
        <BodyView body={{ text: outcome.text }} type="application/json" />
      )}
      <LogView log={log} label="Log of the function" />
    </>
  );
}

export function runWords({ outcome, records }: EventRun): string {
  const failed = records?.failed.length ?? 0;
  if (records && failed > 0)
    return `${failed} of ${records.count} record${records.count === 1 ? '' : 's'} failed`;
  return outcome.kind === 'failed' ? 'Failed' : 'Returned';
}
