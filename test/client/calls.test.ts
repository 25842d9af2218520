// The generated client, tested with `framework local` and with responses of other servers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFiles } from '../../compiler/api/described-files.fixture.js';
import { clientText } from '../../compiler/client/client-text.js';
import { serveFiles, type ServedProject } from '../local/support/served-project.js';
import { GUIDE, loadClient, type Answered, type Call, type ClientModule } from './guide.fixture.js';
let served: ServedProject;
let client: ClientModule;
let api: Call;
beforeAll(async () => {
  client = await loadClient();
  served = await serveFiles({ 'app.ts': GUIDE });
  api = client.createClient({ baseUrl: `${served.url}/`, headers: { 'x-token': 'every call' } });
});
afterAll(() => served.stop());

const outcome = ({ ok, status, value, error }: Answered): unknown =>
  ok ? [status, value] : [status, error ?? value];

describe('a call of the local server', () => {
  it('encodes captures, repeats lists and leaves out what is not there', async () => {
    const answer = await api('GET /cities/{id}', {
      path: { id: 'são paulo/%2F?#' },
      query: { tag: ['a b', 'c&d'], limit: 2, none: undefined },
    });
    expect(outcome(answer)).toEqual([
      200,
      { id: 'são paulo/%2F?#', query: { tag: 'c&d', limit: '2' }, token: 'every call' },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  it('sends headers of its own over those of every call', async () => {
    const answer = await api('GET /cities/{id}', {
      path: { id: 'a' },
      headers: { 'X-Token': 'mine' },
    });
    expect(answer.value).toMatchObject({ token: 'mine' });
  });

  it('sends and reads JSON', async () => {
    const body = { name: 'Oslo', tags: ['é'] };
    expect(outcome(await api('PUT /cities/{id}', { path: { id: 'oslo' }, body }))).toEqual([
      201,
      { id: 'oslo', city: body },
    ]);
    expect(outcome(await api('PUT /cities/{id}', { path: { id: 'oslo' }, body: null }))).toEqual([
      400,
      { Code: 'BadRequestError', Message: 'no city' },
    ]);
  });

  it('gives a body of the application for a status of an error as a value', async () => {
    const maybe = async (id: string): Promise<unknown> => {
      const { ok, status, value, error } = await api('PUT /maybe/{id}', { path: { id } });
      return { ok, status, value, error };
    };
    const errors = { id: ['is taken'] };
    expect(await maybe('own')).toEqual({ ok: false, status: 422, value: { errors } });
    // The application's own body also has a Code.
    const value = { Code: 'mine', Message: 'as well', errors };
    expect(await maybe('coded')).toEqual({ ok: false, status: 422, value });
    const error = { Code: 'NotFoundError', Message: 'gone' };
    expect(await maybe('lost')).toEqual({ ok: false, status: 404, error });
    expect(await maybe('broken')).toMatchObject({
      status: 500,
      error: { Code: 'FrameworkViewError' },
    });
    const any = await api('GET /any/{status}', { path: { status: 418 } });
    expect([any.ok, any.status, any.value]).toEqual([false, 418, { status: 418 }]);
  });

  it('reads empty answers', async () => {
    expect(outcome(await api('DELETE /cities/{id}', { path: { id: 'oslo' } }))).toEqual([
      204,
      undefined,
    ]);
    expect(outcome(await api('HEAD /page'))).toEqual([200, undefined]);
  });

  it('reads texts and bytes', async () => {
    expect(outcome(await api('GET /page'))).toEqual([200, '<p>é</p>']);
    const bytes = new Uint8Array([137, 80, 0, 255]);
    expect(
      outcome(await api('PUT /photo', { body: bytes, headers: { accept: 'image/png' } })),
    ).toEqual([200, bytes]);
  });

  it('sends forms', async () => {
    const body = { name: 'São Paulo', tag: ['a', 'b'] };
    expect(outcome(await api('POST /form', { body }))).toEqual([
      200,
      'name=S%C3%A3o+Paulo&tag=a&tag=b',
    ]);
  });

  it('gives errors by their code', async () => {
    expect(outcome(await api('GET /cities/{id}', { path: { id: 'atlantis' } }))).toEqual([
      404,
      { Code: 'NotFoundError', Message: 'no city atlantis' },
    ]);
    expect(outcome(await api('GET /broken'))).toEqual([
      500,
      {
        Code: 'FrameworkViewError',
        Message: 'FrameworkViewError: An internal server error occurred.',
      },
    ]);
  });

  it('sends typed input, and gives what is wrong with it', async () => {
    const input = { path: { id: 7 }, query: { limit: 2, tags: ['a', 'b'] }, body: { name: 'x' } };
    expect(outcome(await api('POST /typed/{id}', input))).toEqual([
      200,
      { id: 7, limit: 2, tags: ['a', 'b'], name: 'x' },
    ]);
    const { error } = await api('POST /typed/{id}', { ...input, body: { name: '' } });
    expect(error).toMatchObject({ Code: 'BadRequestError', Problems: [{ at: '/body/name' }] });
  });

  it('reads streams as they come, and errors before and after their beginning', async () => {
    const read = async (items: unknown): Promise<unknown[]> => {
      const all: unknown[] = [];
      for await (const item of items as AsyncIterable<unknown>) all.push(item); // because the route streams
      return all;
    };
    const words = (count: number): Promise<Answered> =>
      api('GET /words/{count}', { path: { count } });
    expect(await read((await words(2)).value)).toEqual([{ word: 'é0' }, { word: 'é1' }]);
    expect(await read((await words(1)).events?.())).toEqual([
      { id: '0', event: 'word', data: { word: 'é0' } },
    ]);
    expect(outcome(await words(10))).toMatchObject([404, { Code: 'NotFoundError' }]);
    await expect(read((await words(3)).value)).rejects.toMatchObject({
      name: 'StreamError',
      Code: 'BadRequestError',
      Message: 'too many words',
    });
    expect(await read((await api('GET /lines')).value)).toEqual([
      { id: 'oslo', country: 'NO' },
      { id: 'são paulo', country: 'BR' },
    ]);
  });

  it('names what the gateway answers', async () => {
    expect(outcome(await api('GET /key'))).toEqual([
      403,
      { Code: 'GatewayError', Message: 'Forbidden', Body: { message: 'Forbidden' } },
    ]);
    expect(outcome(await api('GET /key', { headers: { 'x-api-key': 'local-api-key' } }))).toEqual([
      200,
      true,
    ]);
  });

  it('rejects what a URL cannot hold, and an aborted call', async () => {
    for (const id of ['', '.', '..', undefined]) {
      await expect(api('GET /cities/{id}', { path: { id } })).rejects.toThrow(TypeError);
    }
    const signal = AbortSignal.abort();
    await expect(api('GET /page', { signal })).rejects.toThrow('aborted');
  });

  it('rejects a broken connection', async () => {
    const broken = client.createClient({ baseUrl: 'http://127.0.0.1:1' });
    await expect(broken('GET /page')).rejects.toThrow('fetch failed');
  });
});

describe('a call with another fetch', () => {
  const answering = (body: string | null, init: ResponseInit): { call: Call; sent: string[] } => {
    const sent: string[] = [];
    const fetch = (url: string, { method }: RequestInit): Promise<Response> => {
      sent.push(`${method ?? ''} ${url}`);
      return Promise.resolve(new Response(body, init));
    };
    const call = client.createClient({
      baseUrl: new URL('https://x.example/api//'),
      headers: () => Promise.resolve({ 'x-token': undefined }),
      fetch,
    });
    return { call, sent };
  };
  const json = { 'content-type': 'application/json' };

  it('goes to the stage in the address', async () => {
    const { call, sent } = answering('{}', { headers: json });
    await call('GET /cities/{id}', { path: { id: 1 }, query: { a: true } });
    expect(sent).toEqual(['GET https://x.example/api/cities/1?a=true']);
  });

  it('gives an error page of a proxy as a value', async () => {
    const { call } = answering('<h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    });
    const page = await call('GET /page');
    expect([page.value, page.error]).toEqual(['<h1>Bad gateway</h1>', undefined]);
    const wrong = answering('oops', { status: 500, headers: json });
    expect((await wrong.call('GET /page')).value).toBe('oops');
  });

  it('tells answers of the gateway by their header', async () => {
    const headers = { ...json, 'x-amzn-ErrorType': 'InternalServerErrorException' };
    const broken = answering('', { status: 504, headers });
    expect(outcome(await broken.call('GET /page'))).toEqual([
      504,
      { Code: 'GatewayError', Message: 'Status 504', Body: undefined },
    ]);
    const body = { Code: 'a', Message: 'b' };
    const coded = answering(JSON.stringify(body), { status: 403, headers });
    expect((await coded.call('GET /page')).error).toMatchObject({ Code: 'GatewayError' });
  });

  it('shows who calls to the routes that ask for it', async () => {
    const provide = (security: string): string =>
      `middleware.provide((_, next) => next(1), { security: ${security}, optional: true })`;
    const source = `import { Framework, middleware } from 'framework';
export const app = new Framework({ appName: 'a' });
const user = ${provide("{ type: 'http', scheme: 'bearer' }")};
const admin = ${provide("{ type: 'http', scheme: 'basic' }")};
const link = ${provide("{ type: 'apiKey', in: 'query', name: 'link' }")};
const session = ${provide("{ type: 'apiKey', in: 'cookie', name: 'sid' }")};
const key = ${provide("{ type: 'apiKey', in: 'header', name: 'X-Key' }")};
export const open = app.route('/open')(() => 1);
export const mine = app.route('/mine', { middleware: [user] })(() => 1);
export const admins = app.route('/admins', { middleware: [admin] })(() => 1);
export const all = app.route('/all', { middleware: [link, session, key] })(() => 1);`;
    const { createClient } = await loadClient(clientText(describeFiles({ 'app.ts': source }).api));
    const sent: unknown[] = [];
    const tokens = [undefined, 't', 't'];
    const call = createClient({
      baseUrl: 'https://x.example',
      auth: {
        user: () => Promise.resolve(tokens.shift()),
        admin: { username: 'ada', password: 'pässword' },
        link: 'a b',
        session: () => 'c=d',
        key: 'k',
      },
      fetch: (url: string, { headers }: { readonly headers: Headers }): Promise<Response> => {
        sent.push([url.slice(17), Object.fromEntries(headers)]);
        return Promise.resolve(new Response('1'));
      },
    });
    await call('GET /open');
    await call('GET /mine');
    await call('GET /mine');
    await call('GET /mine', { headers: { Authorization: 'own' } });
    await call('GET /admins');
    await call('GET /all');
    const basic = Buffer.from('ada:pässword').toString('base64');
    expect(sent).toEqual([
      ['/open', {}],
      ['/mine', {}],
      ['/mine', { authorization: 'Bearer t' }],
      ['/mine', { authorization: 'own' }],
      ['/admins', { authorization: `Basic ${basic}` }],
      ['/all?link=a+b', { cookie: 'sid=c%3Dd', 'x-key': 'k' }],
    ]);
  });

  it('rejects JSON that is none', async () => {
    const { call } = answering('oops', { status: 200, headers: json });
    await expect(call('GET /page')).rejects.toThrow('The response is not JSON');
  });
});
