// The actions that a user can perform on the page.
import type { ExplorerRoute, SendForm, SentAnswer } from '../explorer-document.js';
import { curlCommand, run, send } from './connection.js';
import { eventText, originOf } from './draft.js';
import {
  type Actions,
  type ChosenFile,
  draftOf,
  foundFunctions,
  foundRoutes,
  foundStored,
  shownFunction,
  shownRoute,
  shownStored,
  type Store,
} from './page-state.js';
import { EMPTY_AUTHORIZATION } from './authorization.js';
import { draftOfRequest } from './reopened.js';
import { formOf, readHeaderLines } from './request-of-draft.js';
import { runWords } from './run-view.js';

export function createActions(store: Store): Actions {
  const formFor = (route: ExplorerRoute, isMasked = false): SendForm | undefined => {
    const state = store.state();
    if (!state.document) return undefined;
    const { document, authorization } = state;
    const draft = draftOf(state, route.id);
    const file = state.files[route.id]?.base64;
    const form = formOf({ route, draft, document, file, authorization, isMasked });
    if (!('problem' in form)) return form;
    store.setOutcome(route.id, { kind: 'failed', message: form.problem });
    return undefined;
  };
  const focusRoute = (): void => {
    requestAnimationFrame(() => {
      scrollTo({ top: 0 });
      document.getElementById('route-title')?.focus({ preventScroll: true });
    });
  };
  /** Stops the last request to each route. */
  const sending = new Map<string, AbortController>();
  const open = (id: string): void => {
    const state = store.state();
    if ((shownRoute(state) ?? shownFunction(state) ?? shownStored(state))?.id === id) focusRoute();
    else location.hash = encodeURIComponent(id);
  };
  return {
    focusRoute,
    search: (search) => store.set({ search }),
    openFirst: () => {
      const state = store.state();
      const [first] = [...foundRoutes(state), ...foundFunctions(state), ...foundStored(state)];
      if (first) open(first.id);
    },
    type: ({ id }, change) => store.setDraft(id, change),
    clear: ({ id }) => {
      const { drafts, files, outcomes } = store.state();
      store.set({
        drafts: without(drafts, id),
        files: without(files, id),
        outcomes: without(outcomes, id),
        command: undefined,
        announcement: 'The form was reset.',
      });
    },
    choose: ({ id }, file) => {
      const { files } = store.state();
      if (!file) store.set({ files: without(files, id) });
      else
        void readChosenFile(file).then((chosen) =>
          store.set({ files: { ...store.state().files, [id]: chosen } }),
        );
    },
    send: (route) => {
      const form = formFor(route);
      if (!form) return;
      const { id } = route;
      sending.get(id)?.abort();
      const ending = new AbortController();
      sending.set(id, ending);
      const show = (answer: SentAnswer): void => {
        // Another request may have been sent in the meantime.
        if (sending.get(id) === ending) store.setOutcome(id, { kind: 'answered', answer });
      };
      store.setOutcome(id, { kind: 'waiting' });
      send(form, ending.signal, show).then(
        (answer) => {
          show(answer);
          const { status, phrase, milliseconds } = answer;
          store.set({ announcement: `${status} ${phrase} in ${Math.round(milliseconds)} ms` });
          showAnswer();
        },
        (error: unknown) => {
          if (sending.get(id) === ending)
            store.setOutcome(id, { kind: 'failed', message: messageOf(error) });
        },
      );
    },
    stop: ({ id }) => sending.get(id)?.abort(),
    run: (own) => {
      const { id, name } = own;
      const draft = draftOf(store.state(), id);
      store.setOutcome(id, { kind: 'waiting' });
      run({ name, origin: originOf(own, draft), event: eventText(own, draft) }).then(
        (ran) => {
          store.setOutcome(id, { kind: 'ran', run: ran });
          const words = `${runWords(ran)} in ${Math.round(ran.milliseconds)} ms`;
          store.set({ announcement: `${name}: ${words}` });
          showAnswer();
        },
        (error: unknown) => store.setOutcome(id, { kind: 'failed', message: messageOf(error) }),
      );
    },
    copyCurl: (route) => {
      const form = formFor(route);
      const masked = formFor(route, true);
      if (!form || !masked) return;
      Promise.all([form, masked].map(curlCommand)).then(
        ([whole = '', shown = '']) =>
          navigator.clipboard.writeText(whole).then(
            () => store.set({ announcement: 'Copied the curl command.', command: undefined }),
            () => {
              store.set({
                command: { masked: shown, whole },
                announcement: 'The command is shown for you to copy.',
              });
            },
          ),
        (error: unknown) =>
          store.setOutcome(route.id, { kind: 'failed', message: messageOf(error) }),
      );
    },
    reopen: (request) => {
      const state = store.state();
      const own = state.document?.functions.find(({ id }) => id === request.route);
      // For a function, only the form is opened, because it still contains the event.
      if (own) open(own.id);
      const route = state.document?.routes.find(({ id }) => id === request.route);
      if (!route) return;
      const shared = readHeaderLines(state.authorization.headers);
      const headers = 'headers' in shared ? shared.headers : [];
      const { contents } = request;
      store.setDraft(
        route.id,
        draftOfRequest(request, route, { old: draftOf(state, route.id), shared: headers }),
      );
      const bytes = contents?.body && 'base64' in contents.body ? contents.body.base64 : undefined;
      const files = without(state.files, route.id);
      store.set({
        files:
          bytes === undefined
            ? files
            : { ...files, [route.id]: { name: 'The body of the request', base64: bytes } },
        command: undefined,
        announcement: contents ? 'The request is in the form, and its response is next to it.' : '',
      });
      store.setOutcome(
        route.id,
        contents ? { kind: 'answered', answer: contents.answer, past: request } : { kind: 'lost' },
      );
      open(route.id);
    },
    openAuthorize: () => store.set({ isAuthorizing: true }),
    closeAuthorize: () => store.set({ isAuthorizing: false }),
    authorize: (scheme, texts) => {
      const { authorization } = store.state();
      const schemes = { ...authorization.schemes, [scheme]: texts };
      store.set({ authorization: { ...authorization, schemes } });
    },
    shareHeaders: (headers) =>
      store.set({ authorization: { ...store.state().authorization, headers } }),
    forgetAuthorization: () => {
      store.set({
        authorization: EMPTY_AUTHORIZATION,
        announcement: 'The authorization was removed.',
      });
    },
    clearRequests: () =>
      store.set({ requests: [], announcement: 'The list of requests is empty.' }),
  };
}

function without<T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readChosenFile(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // `fromCharCode` accepts a limited number of arguments.
  const parts = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 8192, (index + 1) * 8192)),
  );
  return { name: file.name, base64: btoa(parts.join('')) };
}

/** On a narrow screen, the response is below the form, so it is scrolled into view. */
function showAnswer(): void {
  requestAnimationFrame(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document
      .getElementById('answer')
      ?.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
  });
}
