// Views that stream, in every form in which they can be declared.
import { Readable } from 'node:stream';
import {
  Blueprint,
  Framework,
  middleware,
  NotFoundError,
  Response,
  sse,
  type ServerSentEvent,
} from 'framework';

const quiet = middleware.provide((request, next) =>
  next(request.queryParams?.['name'] ?? 'nobody'),
);

/** Adds an item before and after those that the view sends, and reads the provider outside it. */
const framed = middleware(async (request, next) => {
  if (request.queryParams?.['refused'] === 'yes') return new Response('refused', 403);
  const response = await next();
  response.headers['X-Framed'] = request.method;
  const { body } = response;
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
    response.body = around(body as AsyncIterable<string>);
  return response;
});

async function* around(items: AsyncIterable<string>): AsyncGenerator<string> {
  yield `[${quiet.value} `;
  yield* items;
  yield ']';
}

type Tokens = AsyncGenerator<ServerSentEvent<{ token: string }>>;

export const app = new Framework({ appName: 'conformance-streams' });
app.log.level = 'CRITICAL';

async function* rows() {
  yield { id: 1 };
  await Promise.resolve();
  yield 'two';
  yield null;
}

class Streams {
  @app.route('/tokens/{kind}', { cors: true, methods: ['GET', 'HEAD'] })
  async *tokens(kind: string): Tokens {
    if (kind === 'none') return;
    if (kind === 'missing') throw new NotFoundError('no such model');
    yield sse({ token: 'hello' }, { id: '1', event: 'token', retry: 10 });
    await Promise.resolve();
    yield sse({ token: kind });
  }

  @app.route('/lines')
  async *lines() {
    yield sse.comment('ready');
    yield sse('one\ntwo\r\nthree');
  }

  @app.route('/rows')
  rows() {
    return rows();
  }

  @app.route('/text', { middleware: [quiet, framed] })
  async *text(): AsyncIterable<string> {
    yield `${app.currentRequest.method} `;
    await Promise.resolve();
    yield `${quiet.value} ${app.currentRequest.path}`;
  }

  @app.route('/node')
  node() {
    return Readable.from([Buffer.from([1, 2]), Buffer.from([3])]);
  }

  @app.route('/web')
  web() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array([0, 255]));
        controller.close();
      },
    });
    return new Response(body, 206, { 'Content-Type': 'video/mp4', 'X-Part': ['a', 'b'] });
  }

  @app.route('/either/{how}', { streams: true })
  either(how: string): unknown {
    return how === 'stream' ? rows() : { how };
  }
}

const part = new Blueprint();
export const parted = part.route('/{id}/parts', { methods: ['GET'] })(async function* (id: string) {
  yield sse(id);
});
app.register(part, { urlPrefix: '/part' });

export const plain = app.route('/plain')(() => ({ plain: true }));
export { Streams };
