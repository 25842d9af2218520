// Shows a function with event sources: its sources, and the form that runs it with an event.
import type { VNode } from 'preact';
import type { EventFunction } from '../explorer-document.js';
import { draftOf, type PageProps } from './page-state.js';
import { jsonProblem, submitByKeys } from './body-field.js';
import { SmallButton } from './controls.js';
import { eventText, originOf } from './draft.js';

type FunctionProps = PageProps & { readonly own: EventFunction };

export function FunctionView(props: FunctionProps): VNode {
  const { own, state, actions } = props;
  const { name, view, origins, at } = own;
  const isWaiting = state.outcomes[own.id]?.kind === 'waiting';
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    actions.run(own);
  };
  return (
    <article aria-labelledby="route-title">
      <h1 id="route-title" tabIndex={-1}>
        {name}
      </h1>
      <ul class="facts" aria-label="Receives events from">
        {origins.map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <p class="quiet source">
        <code>{view}</code> in <code>{`${at.file}:${at.line}`}</code>
      </p>
      <form onSubmit={onSubmit} onKeyDown={submitByKeys} aria-label={`Event for ${name}`}>
        <div class="tools run">
          <button
            type="submit"
            class="send"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title="Ctrl+Enter"
            disabled={isWaiting}
          >
            {isWaiting ? 'Running' : 'Run'}
          </button>
          <SmallButton label="Start over" onClick={() => actions.clear(own)} />
        </div>
        {origins.length > 1 && <OriginField {...props} />}
        <EventField {...props} />
      </form>
    </article>
  );
}

function OriginField({ own, state, actions }: FunctionProps): VNode {
  return (
    <div class="field">
      <label for="origin">source</label>
      <div class="input">
        <select
          id="origin"
          value={originOf(own, draftOf(state, own.id))}
          onChange={(event) => actions.type(own, { origin: event.currentTarget.selectedIndex })}
        >
          {own.origins.map(({ title }, index) => (
            <option key={index} value={index}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function EventField({ own, state, actions }: FunctionProps): VNode {
  const draft = draftOf(state, own.id);
  const origin = originOf(own, draft);
  const text = eventText(own, draft);
  const broken = jsonProblem(text);
  return (
    <fieldset>
      <legend>Event</legend>
      <textarea
        id="event"
        aria-label="Event"
        class="code event"
        spellcheck={false}
        rows={Math.min(32, Math.max(4, text.split('\n').length + 1))}
        value={text}
        aria-invalid={broken !== undefined}
        aria-describedby="event-wrong"
        onInput={(event) =>
          actions.type(own, { events: { ...draft.events, [origin]: event.currentTarget.value } })
        }
      />
      <div id="event-wrong">{broken !== undefined && <p class="wrong">Not JSON: {broken}</p>}</div>
    </fieldset>
  );
}
