// What the page shows, in one value, and the ways to change it.
import type {
  EventFunction,
  EventRun,
  ExplorerDocument,
  ExplorerRoute,
  ExplorerState,
  SentAnswer,
  ShownRequest,
} from '../explorer-document.js';
import { type Draft, EMPTY_DRAFT, fieldKey } from './draft.js';

/** The outcome of the last call of a route or a function. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'answered'; readonly answer: SentAnswer }
  | { readonly kind: 'ran'; readonly run: EventRun }
  | { readonly kind: 'failed'; readonly message: string };

export type PageState = {
  readonly document: ExplorerDocument | undefined;
  readonly server: ExplorerState | undefined;
  readonly isConnected: boolean;
  /** The id of the route or function that is shown. */
  readonly selected: string | undefined;
  readonly search: string;
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Chosen files by route: name, and bytes in base64. */
  readonly files: Readonly<Record<string, ChosenFile>>;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The newest first. */
  readonly requests: readonly ShownRequest[];
  /** Text for screen readers. */
  readonly announcement: string;
  /** A command that could not be copied, to be copied by hand. */
  readonly command: string | undefined;
};

export type ChosenFile = { readonly name: string; readonly base64: string };

export const FIRST_STATE: PageState = {
  document: undefined,
  server: undefined,
  isConnected: true,
  selected: undefined,
  search: '',
  drafts: {},
  files: {},
  outcomes: {},
  requests: [],
  announcement: '',
  command: undefined,
};

/** How many requests the page lists. */
const MOST_REQUESTS = 200;

export type Store = {
  readonly state: () => PageState;
  readonly set: (change: Partial<PageState>) => void;
  readonly setDraft: (id: string, change: Partial<Draft>) => void;
  readonly setOutcome: (id: string, outcome: Outcome) => void;
  readonly addRequest: (request: ShownRequest) => void;
};

/** Makes the store. `onChange` is called after each change. */
export function createStore(first: PageState, onChange: (state: PageState) => void): Store {
  let state = first;
  const set = (change: Partial<PageState>): void => {
    state = { ...state, ...change };
    onChange(state);
  };
  return {
    state: () => state,
    set,
    setDraft: (id, change) => {
      set({ drafts: { ...state.drafts, [id]: { ...draftOf(state, id), ...change } } });
    },
    setOutcome: (id, outcome) => {
      set({ outcomes: { ...state.outcomes, [id]: outcome } });
    },
    addRequest: (request) => {
      set({ requests: [request, ...state.requests].slice(0, MOST_REQUESTS) });
    },
  };
}

export function draftOf({ drafts }: PageState, id: string): Draft {
  return drafts[id] ?? EMPTY_DRAFT;
}

/** The route that is shown: the selected one, or the first. */
export function shownRoute({ document, selected }: PageState): ExplorerRoute | undefined {
  if (selected === undefined) return document?.routes[0];
  return document?.routes.find(({ id }) => id === selected);
}

/** The function that is shown: the selected one, or the first one of an application without routes. */
export function shownFunction({ document, selected }: PageState): EventFunction | undefined {
  if (selected === undefined) return document?.routes[0] ? undefined : document?.functions[0];
  return document?.functions.find(({ id }) => id === selected);
}

/** The functions that match every word of the search. */
export function foundFunctions({ document, search }: PageState): readonly EventFunction[] {
  return (document?.functions ?? []).filter(({ id, view, origins, at }) =>
    hasWords(search, `${id} ${view} ${origins.map(({ title }) => title).join(' ')} ${at.file}`),
  );
}

/** The routes that match every word of the search. */
export function foundRoutes({ document, search }: PageState): readonly ExplorerRoute[] {
  return (document?.routes ?? []).filter((route) => {
    const { id, view, group, summary = '', at } = route;
    return hasWords(search, `${id} ${view} ${group} ${summary} ${at.file}`);
  });
}

function hasWords(search: string, text: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

/** The draft that sends a request again. Its body is missing, because the server does not keep bodies. */
export function draftOfRequest(request: ShownRequest, route: ExplorerRoute, old: Draft): Draft {
  const [, query = ''] = request.target.split(/\?([^]*)/);
  const known = new Set(route.query.map(({ name }) => name));
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(request.captures ?? {}))
    fields[fieldKey('captures', name)] = text;
  const more = query.split('&').filter((pair) => {
    if (pair === '') return false;
    const [name = '', text = ''] = [...new URLSearchParams(pair)][0] ?? [];
    if (!known.has(name)) return true;
    const key = fieldKey('query', name);
    fields[key] = fields[key] === undefined ? text : `${fields[key]}\n${text}`;
    return false;
  });
  const kept = Object.entries(old.fields).filter(([key]) => key.startsWith('headers '));
  for (const name of known) fields[fieldKey('query', name)] ??= '';
  return { ...old, fields: { ...Object.fromEntries(kept), ...fields }, moreQuery: more.join('&') };
}
