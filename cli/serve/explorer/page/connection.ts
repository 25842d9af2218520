// Sends requests to the explorer's server. The page sends no requests to any other server.
import type {
  EventRun,
  ExplorerDocument,
  ExplorerState,
  RunForm,
  SendForm,
  SentAnswer,
  ShownRequest,
  StoredPage,
} from '../explorer-document.js';
import type { Store } from './page-state.js';
import { withKeptContents } from './reopened.js';
import { NO_SERVER, readParts, STOPPED } from './stream-parts.js';

/** The data that the server sends, by event name. */
type Events = {
  readonly state: ExplorerState;
  readonly requests: readonly ShownRequest[];
  readonly request: ShownRequest;
};

export function connect(store: Store): void {
  let shown: string | undefined;
  const events = new EventSource('/events');
  const on = <K extends keyof Events>(name: K, take: (data: Events[K]) => void): void => {
    events.addEventListener(name, (event: MessageEvent<string>) => {
      take(JSON.parse(event.data) as Events[K]); // because the server sends this type
    });
  };
  on('state', (server) => {
    const announcement = announcementOf(store.state().server, server);
    store.set({ server, isConnected: true, ...(announcement !== undefined && { announcement }) });
    if (server.revision !== shown) void load();
  });
  on('requests', (requests) => {
    store.set({ requests: withKeptContents(requests.toReversed(), store.state().requests) });
  });
  on('request', store.addRequest);
  events.addEventListener('error', () => store.set({ isConnected: false }));

  const load = async (): Promise<void> => {
    const { revision, document } = (await (await fetch('/document')).json()) as Loaded; // because the server sends this type
    // A newer document was loaded in the meantime, so this one is discarded.
    if (revision !== store.state().server?.revision) return;
    shown = revision;
    if (document) store.set({ document });
  };
}

type Loaded = { readonly revision: string; readonly document: ExplorerDocument | null };

/** Asks the server to send a request. If the response is streamed, `onAnswer` is called each time more of it is received. */
export async function send(
  form: SendForm,
  signal: AbortSignal,
  onAnswer: (answer: SentAnswer) => void,
): Promise<SentAnswer> {
  const response = await posted('/send', form, signal);
  const type = response.headers.get('content-type');
  if (type === 'application/x-ndjson') return readParts(response, signal, onAnswer);
  return (await valueOf(response)) as SentAnswer; // because the server sends this type
}

export async function run(form: RunForm): Promise<EventRun> {
  return (await valueOf(await posted('/run', form))) as EventRun; // because the server sends this type
}

export async function curlCommand(form: SendForm): Promise<string> {
  const value = (await valueOf(await posted('/curl', form))) as { command: string }; // because the server sends this type
  return value.command;
}

/** Returns a page of the contents of a table, queue or bucket. `from` is the token from the previous page. */
export async function storedPage(id: string, from: string): Promise<StoredPage> {
  const path = `/stored?${new URLSearchParams({ id, from }).toString()}`;
  const response = await fetch(path).catch(() => undefined);
  if (!response) throw new Error(NO_SERVER);
  return (await valueOf(response)) as StoredPage; // because the server sends this type
}

async function posted(
  path: string,
  form: SendForm | RunForm,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Framework-Explorer': '1' },
    body: JSON.stringify(form),
    signal: signal ?? null,
  }).catch(() => undefined);
  if (!response) throw new Error(signal?.aborted ? STOPPED : NO_SERVER);
  return response;
}

async function valueOf(response: Response): Promise<unknown> {
  const value: unknown = await response.json();
  if (response.ok) return value;
  throw new Error((value as { message: string }).message); // because the server sends errors in this format
}

// Announces a new state of the server to screen readers. An announcement replaces the previous one, which may be about a
// response, so a state without news for the user is not announced.

/** Returns the text; undefined if there is nothing to announce. `last` is undefined if the page has just been opened. */
export function announcementOf(
  last: ExplorerState | undefined,
  next: ExplorerState,
): string | undefined {
  // The server also sends a state when it has finished describing the build that the page already shows.
  if (last?.kind === next.kind && last.build === next.build) return undefined;
  if (next.kind === 'broken') {
    const errors = next.problems.filter(({ severity }) => severity === 'error').length;
    return `The application has ${errors} error${errors === 1 ? '' : 's'}.`;
  }
  if (next.kind === 'serving' && last && last.build !== next.build)
    return 'The application was reloaded.';
  return undefined;
}
