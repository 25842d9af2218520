// The contenders as source text, each with the same routes, written as in its own documentation.
//
// `bare` is the lower limit: a table of functions and nothing else. `bare-spec` implements manually what the specification
// requires for every response (415, a request object, typed errors, 500, Response and the binary rules). Ours is in `ours.mjs`.
// With `layers`, that number of middleware functions runs around every route, and each of them counts itself in the header
// `X-Layers`.
import { middy } from './middy.mjs';

/** @typedef {{ name: string, entry: (resources: number, layers?: number) => string }} Contender */

/** @type {readonly Contender[]} */
export const CONTENDERS = [
  { name: 'bare handler', entry: bare },
  { name: 'bare handler doing what the spec asks', entry: bareSpec },
  { name: 'hono + hono/aws-lambda', entry: hono },
  { name: 'powertools event-handler', entry: powertools },
  { name: 'middy + @middy/http-router', entry: middy },
];

function repeat(times, text) {
  return Array.from({ length: times }, (_, at) => text(at)).join('\n');
}

function bare(resources, layers = 0) {
  return `
class NotFoundError extends Error {}
const decode = decodeURIComponent;
const bodyOf = (event) => JSON.parse(event.body);
const views = {
  'GET /': () => ({ hello: 'world' }),
  'GET /hello/{name}': (event) => ({ hello: decode(event.pathParameters.name) }),
  'POST /items': (event) => {
    const { name, price, count, tags } = bodyOf(event);
    return { name, total: price * count, tags };
  },
  'GET /users/{user}/orders/{order}': ({ pathParameters, queryStringParameters }) => ({
    user: decode(pathParameters.user),
    order: decode(pathParameters.order),
    limit: queryStringParameters?.limit ?? null,
  }),
  'GET /missing/{id}': (event) => {
    throw new NotFoundError('no item ' + decode(event.pathParameters.id));
  },
${repeat(
  resources,
  (at) => `  'GET /r${at}': () => ({ list: ${at} }),
  'POST /r${at}': (event) => ({ created: ${at}, item: bodyOf(event) }),
  'GET /r${at}/{id}': (event) => ({ item: ${at}, id: decode(event.pathParameters.id) }),
  'PUT /r${at}/{id}': (event) => ({ replaced: ${at}, id: decode(event.pathParameters.id), item: bodyOf(event) }),
  'DELETE /r${at}/{id}/parts/{part}': ({ pathParameters }) => ({ removed: ${at}, id: decode(pathParameters.id), part: decode(pathParameters.part) }),`,
)}
};
const headers = { 'Content-Type': 'application/json' };
export const handler = async (event) => {
  try {
    ${layers === 0 ? PLAIN : `return await pass(event, 0);`}
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { statusCode: 404, headers, body: JSON.stringify({ Code: 'NotFoundError', Message: error.message }) };
  }
};${layers === 0 ? '' : onion(layers)}`;
}

const PLAIN = `const body = views[event.httpMethod + ' ' + event.resource](event);
    return { statusCode: 200, headers, body: JSON.stringify(body) };`;

/** Returns handwritten middleware, the minimal implementation of nested layers. */
function onion(layers) {
  return `
const counted = async (event, next) => {
  const answer = await next();
  answer.headers['X-Layers'] = String(Number(answer.headers['X-Layers'] ?? 0) + 1);
  return answer;
};
const layers = [${'counted, '.repeat(layers)}];
const pass = async (event, at) => {
  if (at < layers.length) return layers[at](event, () => pass(event, at + 1));
  const body = views[event.httpMethod + ' ' + event.resource](event);
  return { statusCode: 200, headers: { ...headers }, body: JSON.stringify(body) };
};`;
}

function bareSpec(resources) {
  return `
class FrameworkViewError extends Error { static status = 500; static code = 'FrameworkViewError'; }
class BadRequestError extends FrameworkViewError { static status = 400; static code = 'BadRequestError'; }
class NotFoundError extends FrameworkViewError { static status = 404; static code = 'NotFoundError'; }
class Response { constructor(body, statusCode = 200, headers = {}) { this.body = body; this.statusCode = statusCode; this.headers = headers; } }
const binaryTypes = ['application/octet-stream', 'application/zip', 'image/png', 'image/jpeg'];
const mediaType = (text) => text.split(';', 1)[0].trim().toLowerCase();
class Request {
  #event; #json;
  constructor(event, headers) { this.#event = event; this.headers = headers; this.method = event.httpMethod; this.queryParams = event.queryStringParameters; this.uriParams = event.pathParameters; this.context = event.requestContext; this.stageVars = event.stageVariables; }
  get rawBody() { return Buffer.from(this.#event.body ?? '', this.#event.isBase64Encoded ? 'base64' : 'utf8'); }
  get jsonBody() {
    if (this.#json === undefined) {
      try { this.#json = JSON.parse(this.rawBody.toString()); } catch { throw new BadRequestError('Error Parsing JSON'); }
    }
    return this.#json;
  }
}
const decode = decodeURIComponent;
const json = ['application/json'];
const views = {
  'GET /': { types: json, view: () => ({ hello: 'world' }) },
  'GET /hello/{name}': { types: json, view: (request) => ({ hello: decode(request.uriParams.name) }) },
  'POST /items': { types: json, view: (request) => {
    const { name, price, count, tags } = request.jsonBody;
    return { name, total: price * count, tags };
  } },
  'GET /users/{user}/orders/{order}': { types: json, view: ({ uriParams, queryParams }) => ({
    user: decode(uriParams.user), order: decode(uriParams.order), limit: queryParams?.limit ?? null,
  }) },
  'GET /missing/{id}': { types: json, view: (request) => { throw new NotFoundError('no item ' + decode(request.uriParams.id)); } },
${repeat(
  resources,
  (at) => `  'GET /r${at}': { types: json, view: () => ({ list: ${at} }) },
  'POST /r${at}': { types: json, view: (request) => ({ created: ${at}, item: request.jsonBody }) },
  'GET /r${at}/{id}': { types: json, view: (request) => ({ item: ${at}, id: decode(request.uriParams.id) }) },
  'PUT /r${at}/{id}': { types: json, view: (request) => ({ replaced: ${at}, id: decode(request.uriParams.id), item: request.jsonBody }) },
  'DELETE /r${at}/{id}/parts/{part}': { types: json, view: ({ uriParams }) => ({ removed: ${at}, id: decode(uriParams.id), part: decode(uriParams.part) }) },`,
)}
};
const answer = (statusCode, body, type = 'application/json') => ({ statusCode, headers: { 'Content-Type': type }, multiValueHeaders: {}, body, isBase64Encoded: false });
const problem = (status, Code, Message) => answer(status, JSON.stringify({ Code, Message }));
function deliver(result, headers) {
  if (!(result instanceof Response)) return answer(200, JSON.stringify(result ?? null));
  const type = mediaType(result.headers['Content-Type'] ?? '');
  if (!binaryTypes.includes(type)) return { ...answer(result.statusCode, result.body ?? ''), headers: result.headers };
  const accept = (headers.accept ?? '').split(',').map(mediaType);
  if (!accept.some((range) => range === type || range === '*/*' || range === type.split('/')[0] + '/*')) {
    return problem(400, 'BadRequest', 'a binary response needs a matching Accept header');
  }
  return { statusCode: result.statusCode, headers: result.headers, body: Buffer.from(result.body).toString('base64'), isBase64Encoded: true };
}
export const handler = async (event) => {
  const route = views[event.httpMethod + ' ' + event.resource];
  if (!route) return answer(403, JSON.stringify({ message: 'Missing Authentication Token' }));
  const headers = {};
  for (const name in event.headers) headers[name.toLowerCase()] = event.headers[name];
  const type = mediaType(headers['content-type'] ?? 'application/json');
  if (!route.types.includes(type)) return answer(415, JSON.stringify({ message: 'Unsupported Media Type: ' + type }));
  try {
    return deliver(await route.view(new Request(event, headers)), headers);
  } catch (error) {
    if (error instanceof FrameworkViewError) return problem(error.constructor.status, error.constructor.code, error.message);
    console.error(error);
    return problem(500, 'FrameworkViewError', 'FrameworkViewError: An internal server error occurred.');
  }
};`;
}

function hono(resources, layers) {
  return `
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { HTTPException } from 'hono/http-exception';
${honoApp(resources, layers)}
export const handler = handle(app);`;
}

/** Returns the Hono application alone, which `rows/local.mjs` also runs on a Node.js server. */
export function honoApp(resources, layers = 0) {
  return `
const app = new Hono();
app.onError((error, c) =>
  error instanceof HTTPException
    ? c.json({ Code: 'NotFoundError', Message: error.message }, error.status)
    : c.json({ Code: 'FrameworkViewError', Message: 'internal' }, 500),
);
${repeat(
  layers,
  () => `app.use(async (c, next) => {
  await next();
  c.header('X-Layers', String(Number(c.res.headers.get('X-Layers') ?? 0) + 1));
});`,
)}
app.get('/', (c) => c.json({ hello: 'world' }));
app.get('/hello/:name', (c) => c.json({ hello: c.req.param('name') }));
app.post('/items', async (c) => {
  const { name, price, count, tags } = await c.req.json();
  return c.json({ name, total: price * count, tags });
});
app.get('/users/:user/orders/:order', (c) =>
  c.json({ ...c.req.param(), limit: c.req.query('limit') ?? null }),
);
app.get('/missing/:id', (c) => {
  throw new HTTPException(404, { message: 'no item ' + c.req.param('id') });
});
${repeat(
  resources,
  (at) => `app.get('/r${at}', (c) => c.json({ list: ${at} }));
app.post('/r${at}', async (c) => c.json({ created: ${at}, item: await c.req.json() }));
app.get('/r${at}/:id', (c) => c.json({ item: ${at}, id: c.req.param('id') }));
app.put('/r${at}/:id', async (c) => c.json({ replaced: ${at}, id: c.req.param('id'), item: await c.req.json() }));
app.delete('/r${at}/:id/parts/:part', (c) => c.json({ removed: ${at}, ...c.req.param() }));`,
)}`;
}

function powertools(resources, layers = 0) {
  return `
import { NotFoundError, Router } from '@aws-lambda-powertools/event-handler/http';
const app = new Router();
app.errorHandler(NotFoundError, async (error) => ({
  statusCode: 404, headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Code: 'NotFoundError', Message: error.message }),
}));
${repeat(
  layers,
  () => `app.use(async ({ reqCtx, next }) => {
  await next();
  reqCtx.res.headers.set('X-Layers', String(Number(reqCtx.res.headers.get('X-Layers') ?? 0) + 1));
});`,
)}
app.get('/', () => ({ hello: 'world' }));
app.get('/hello/:name', ({ params }) => ({ hello: params.name }));
app.post('/items', async ({ req }) => {
  const { name, price, count, tags } = await req.json();
  return { name, total: price * count, tags };
});
app.get('/users/:user/orders/:order', ({ params, req }) => ({
  user: params.user, order: params.order, limit: new URL(req.url).searchParams.get('limit'),
}));
app.get('/missing/:id', ({ params }) => { throw new NotFoundError('no item ' + params.id); });
${repeat(
  resources,
  (at) => `app.get('/r${at}', () => ({ list: ${at} }));
app.post('/r${at}', async ({ req }) => ({ created: ${at}, item: await req.json() }));
app.get('/r${at}/:id', ({ params }) => ({ item: ${at}, id: params.id }));
app.put('/r${at}/:id', async ({ req, params }) => ({ replaced: ${at}, id: params.id, item: await req.json() }));
app.delete('/r${at}/:id/parts/:part', ({ params }) => ({ removed: ${at}, id: params.id, part: params.part }));`,
)}
export const handler = async (event, context) => app.resolve(event, context);`;
}
