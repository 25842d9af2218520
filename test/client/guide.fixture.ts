// The application that the tests of the generated client use.
import { transform } from 'esbuild';
import { clientText } from '../../compiler/client/client-text.js';
import { describeFiles } from '../../compiler/api/described-files.fixture.js';

export const GUIDE: string = `import {
  BadRequestError, Framework, NotFoundError, Response, sse, type Int, type ServerSentEvent, type Text,
} from 'framework';

export const app = new Framework({ appName: 'guide' });

export interface City {
  id: string;
  /** Two letters. */
  country: string;
  tags?: string[];
}

interface Failure { errors: Record<string, string[]>; Code?: string; Message?: string }

export type Route = 'walk' | 'ride';

class Views {
  /** Echoes what came. */
  @app.route('/cities/{id}')
  city(id: string): { id: string; query: unknown; token: string | null } {
    const { queryParams, headers } = app.currentRequest;
    if (id === 'atlantis') throw new NotFoundError(\`no city \${id}\`);
    return { id, query: queryParams, token: headers['x-token'] ?? null };
  }

  @app.route('/cities/{id}', { methods: ['PUT', 'DELETE'] })
  change(id: string) {
    if (app.currentRequest.method === 'DELETE') return new Response(null, 204);
    const city = app.currentRequest.jsonBody;
    if (city === null) throw new BadRequestError('no city');
    return new Response({ id, city }, 201);
  }

  @app.route('/page', { methods: ['GET', 'HEAD'] })
  page() {
    return new Response('<p>é</p>', 200, { 'Content-Type': 'text/html; charset=utf-8' });
  }

  @app.route('/photo', { methods: ['PUT'], contentTypes: ['image/png'] })
  photo() {
    return new Response(app.currentRequest.rawBody, 200, { 'Content-Type': 'image/png' });
  }

  @app.route('/form', { methods: ['POST'], contentTypes: ['application/x-www-form-urlencoded'] })
  form(): string {
    return app.currentRequest.rawBody.toString();
  }

  @app.route('/route')
  route(): Route { return 'walk'; }

  @app.route('/broken')
  broken(): City { throw new Error('never shown'); }

  @app.route('/typed/{id}', { methods: ['POST'] })
  typed(id: Int, query: { limit: Int; tags?: string[] }, body: { name: Text<{ minLength: 1 }> }) {
    return { id, limit: query.limit, tags: query.tags ?? [], name: body.name };
  }

  @app.route('/maybe/{id}', { methods: ['PUT'] })
  maybe(id: string): City | Response<Failure> {
    const errors = { id: ['is taken'] };
    if (id === 'own') return new Response<Failure>({ errors }, 422);
    if (id === 'coded') return new Response<Failure>({ Code: 'mine', Message: 'as well', errors }, 422);
    if (id === 'lost') throw new NotFoundError('gone');
    if (id === 'broken') throw new Error('never shown');
    return { id, country: 'NO' };
  }

  @app.route('/any/{status}')
  any(status: Int) { return new Response({ status }, status); }

  @app.route('/words/{count}')
  async *words(count: Int): AsyncGenerator<ServerSentEvent<{ word: string }>> {
    if (count > 9) throw new NotFoundError('no so many words');
    for (let at = 0; at < count; at++) yield sse({ word: 'é' + at }, { id: String(at), event: 'word' });
    if (count > 2) throw new BadRequestError('too many words');
  }

  @app.route('/lines')
  async *lines(): AsyncGenerator<City> {
    yield { id: 'oslo', country: 'NO' };
    yield { id: 'são paulo', country: 'BR' };
  }

  @app.route('/key', { apiKeyRequired: true })
  key() { return true; }
}
`;

export function guideClient(): string {
  return clientText(describeFiles({ 'app.ts': GUIDE }).api);
}

type Input = Readonly<Record<string, unknown>>;
export type Answered = {
  readonly ok: boolean;
  readonly status: number;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly headers: Headers;
  /** The items in a stream of server-sent events. */
  readonly events?: () => AsyncIterable<unknown>;
};
export type Call = (route: string, input?: Input) => Promise<Answered>;
export type ClientModule = { readonly createClient: (options: Input) => Call };

/** Loads the client as a module, after removing its types. */
export async function loadClient(text: string = guideClient()): Promise<ClientModule> {
  const { code } = await transform(text, { loader: 'ts' });
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as ClientModule; // because the file exports it
}
