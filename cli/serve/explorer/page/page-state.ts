// The state of the page as one value, and the functions that read and change it.
import { listOf, mappingOf, parseJson } from '../../../../compiler/json-values.js';
import type {
  EventFunction,
  EventRun,
  ExplorerDocument,
  ExplorerRoute,
  ExplorerState,
  SentAnswer,
  ShownRequest,
  Stored,
} from '../explorer-document.js';
import { type Authorization, EMPTY_AUTHORIZATION, type SchemeTexts } from './authorization.js';
import { type Draft, EMPTY_DRAFT } from './draft.js';
import { boundedRequests } from './reopened.js';

/** The outcome of the last request to a route, or of the last run of a function. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'answered';
      readonly answer: SentAnswer;
      /** The past request that the response belongs to; undefined for the request that was just sent. */
      readonly past?: ShownRequest;
    }
  /** The response of a past request is no longer available. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'ran'; readonly run: EventRun }
  | { readonly kind: 'failed'; readonly message: string };

export type PageState = {
  readonly document: ExplorerDocument | undefined;
  readonly server: ExplorerState | undefined;
  readonly isConnected: boolean;
  /** The id of the route, function or resource that is shown. */
  readonly selected: string | undefined;
  readonly search: string;
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The chosen files, by route: their names, and their bytes in base64. */
  readonly files: Readonly<Record<string, ChosenFile>>;
  readonly authorization: Authorization;
  readonly isAuthorizing: boolean;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly requests: readonly ShownRequest[];
  readonly announcement: string;
  /** A curl command that could not be copied automatically, without and with secrets. The user can copy it manually. */
  readonly command: { readonly masked: string; readonly whole: string } | undefined;
};

type Shown = { readonly id: string };

export type Actions = {
  readonly search: (text: string) => void;
  readonly openFirst: () => void;
  readonly type: (shown: Shown, change: Partial<Draft>) => void;
  readonly clear: (shown: Shown) => void;
  readonly choose: (route: ExplorerRoute, file: File | undefined) => void;
  readonly send: (route: ExplorerRoute) => void;
  /** Stops reading a streamed response. */
  readonly stop: (route: ExplorerRoute) => void;
  readonly run: (own: EventFunction) => void;
  readonly copyCurl: (route: ExplorerRoute) => void;
  readonly openAuthorize: () => void;
  readonly closeAuthorize: () => void;
  readonly authorize: (scheme: string, texts: SchemeTexts) => void;
  readonly shareHeaders: (headers: string) => void;
  readonly forgetAuthorization: () => void;
  /** Opens a past request in the form of its route, and its response next to it. */
  readonly reopen: (request: ShownRequest) => void;
  readonly clearRequests: () => void;
  readonly focusRoute: () => void;
};

export type PageProps = { readonly state: PageState; readonly actions: Actions };

export type RouteProps = PageProps & {
  readonly route: ExplorerRoute;
  readonly document: ExplorerDocument;
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
  authorization: EMPTY_AUTHORIZATION,
  isAuthorizing: false,
  outcomes: {},
  requests: [],
  announcement: '',
  command: undefined,
};

const MOST_REQUESTS = 200;

export type Store = {
  readonly state: () => PageState;
  readonly set: (change: Partial<PageState>) => void;
  readonly setDraft: (id: string, change: Partial<Draft>) => void;
  readonly setOutcome: (id: string, outcome: Outcome) => void;
  readonly addRequest: (request: ShownRequest) => void;
};

export function createStore(first: PageState, onChange: (state: PageState) => void): Store {
  let state = first;
  const set = (change: Partial<PageState>): void => {
    state = { ...state, ...change };
    onChange(state);
  };
  return {
    state: () => state,
    set,
    setDraft: (id, change) =>
      set({ drafts: { ...state.drafts, [id]: { ...draftOf(state, id), ...change } } }),
    setOutcome: (id, outcome) => set({ outcomes: { ...state.outcomes, [id]: outcome } }),
    addRequest: (request) => {
      const requests = [request, ...state.requests].slice(0, MOST_REQUESTS);
      set({ requests: boundedRequests(requests) });
    },
  };
}

export function draftOf({ drafts }: PageState, id: string): Draft {
  return drafts[id] ?? EMPTY_DRAFT;
}

/** Returns the route that is shown: the selected one, or the first one. */
export function shownRoute({ document, selected }: PageState): ExplorerRoute | undefined {
  if (selected === undefined) return document?.routes[0];
  return document?.routes.find(({ id }) => id === selected);
}

/** Returns the function that is shown: the selected one, or the first one in an application without routes. */
export function shownFunction({ document, selected }: PageState): EventFunction | undefined {
  if (selected === undefined) return document?.routes[0] ? undefined : document?.functions[0];
  return document?.functions.find(({ id }) => id === selected);
}

export function shownStored({ document, selected }: PageState): Stored | undefined {
  return document?.stored?.find(({ id }) => id === selected);
}

export function foundStored({ document, search }: PageState): readonly Stored[] {
  return (document?.stored ?? []).filter(({ id, name }) => hasWords(search, `${id} ${name}`));
}

export function foundFunctions({ document, search }: PageState): readonly EventFunction[] {
  return (document?.functions ?? []).filter(({ id, view, origins, at }) =>
    hasWords(search, `${id} ${view} ${origins.map(({ title }) => title).join(' ')} ${at.file}`),
  );
}

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

/** The expected values, by location, in the response to invalid input: `{"Problems":[{"at":"/query/limit",…}]}`. */
export type Problems = ReadonlyMap<string, string>;

export function problemsOf(outcome: Outcome | undefined): Problems {
  if (outcome?.kind !== 'answered' || outcome.answer.status !== 400) return new Map();
  const { body } = outcome.answer;
  const { Problems: problems } = mappingOf('text' in body ? parseJson(body.text) : undefined);
  const pairs = listOf(problems).flatMap((problem): [string, string][] => {
    const { at, expected } = mappingOf(problem);
    return typeof at === 'string' && typeof expected === 'string' ? [[at, expected]] : [];
  });
  return new Map(pairs);
}

export function problemsBelow(problems: Problems, place: string): [at: string, expected: string][] {
  return [...problems].filter(([at]) => at === place || at.startsWith(`${place}/`));
}
