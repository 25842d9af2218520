// Returns the routes with middy: its router inside its error handler, and the body parser around routes that have a body.

export function middy(resources, layers = 0) {
  const resourceRoutes = Array.from({ length: resources }, (_, at) => routesOf(at)).join('');
  return `
import middy from '@middy/core';
import errorHandler from '@middy/http-error-handler';
import jsonBodyParser from '@middy/http-json-body-parser';
import router from '@middy/http-router';
import { createError } from '@middy/util';
const json = (body) => ({ statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const withBody = (view) => middy().use(jsonBodyParser()).handler(view);
const routes = [
  { method: 'GET', path: '/', handler: async () => json({ hello: 'world' }) },
  { method: 'GET', path: '/hello/{name}', handler: async ({ pathParameters }) => json({ hello: pathParameters.name }) },
  { method: 'POST', path: '/items', handler: withBody(async ({ body: { name, price, count, tags } }) => json({ name, total: price * count, tags })) },
  { method: 'GET', path: '/users/{user}/orders/{order}', handler: async ({ pathParameters, queryStringParameters }) =>
    json({ user: pathParameters.user, order: pathParameters.order, limit: queryStringParameters?.limit ?? null }) },
  { method: 'GET', path: '/missing/{id}', handler: async ({ pathParameters }) => {
    throw createError(404, JSON.stringify({ Code: 'NotFoundError', Message: 'no item ' + pathParameters.id }));
  } },
${resourceRoutes}];
const counted = () => ({
  after: ({ response }) => {
    response.headers['X-Layers'] = String(Number(response.headers['X-Layers'] ?? 0) + 1);
  },
});
export const handler = middy()
  .use(errorHandler({ logger: false }))
${'  .use(counted())\n'.repeat(layers)}  .handler(router(routes));`;
}

function routesOf(at) {
  return `  { method: 'GET', path: '/r${at}', handler: async () => json({ list: ${at} }) },
  { method: 'POST', path: '/r${at}', handler: withBody(async ({ body }) => json({ created: ${at}, item: body })) },
  { method: 'GET', path: '/r${at}/{id}', handler: async ({ pathParameters: { id } }) => json({ item: ${at}, id }) },
  { method: 'PUT', path: '/r${at}/{id}', handler: withBody(async ({ body, pathParameters: { id } }) => json({ replaced: ${at}, id, item: body })) },
  { method: 'DELETE', path: '/r${at}/{id}/parts/{part}', handler: async ({ pathParameters: { id, part } }) => json({ removed: ${at}, id, part }) },
`;
}
