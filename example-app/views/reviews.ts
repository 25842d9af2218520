// Reviews, which two sites call. Access-Control-Allow-Origin can name only one origin, so the application itself responds to
// the preflight request and returns the request's origin if it is one of the two.
import { NotFoundError, Response, UnprocessableEntityError } from 'framework';
import { app } from '../service.js';
import { findCity } from '../frameworklib/catalogue.js';

const ORIGINS: ReadonlySet<string> = new Set(['https://guide.example', 'https://partner.example']);

const reviews = new Map<string, string[]>();

export class Reviews {
  @app.route('/cities/{id}/reviews', { methods: ['OPTIONS'] })
  preflight(id: string) {
    app.log.debug(`preflight for the reviews of ${id}`);
    return new Response(null, 204, {
      ...originHeaders(),
      'Access-Control-Allow-Methods': 'GET,POST,OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type',
    });
  }

  @app.route('/cities/{id}/reviews', { methods: ['GET', 'POST'] })
  async reviews(id: string): Promise<Response<{ reviews: string[] }>> {
    if (!(await findCity(id))) throw new NotFoundError(`no city ${id} in the guide`);
    const list = reviews.get(id) ?? [];
    if (app.currentRequest.method === 'POST') reviews.set(id, [...list, textOfRequest()]);
    return new Response({ reviews: reviews.get(id) ?? [] }, 200, originHeaders());
  }
}

function originHeaders(): Record<string, string> {
  const origin = app.currentRequest.headers['origin'];
  if (origin === undefined || !ORIGINS.has(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
}

function textOfRequest(): string {
  const body: unknown = app.currentRequest.jsonBody;
  if (
    typeof body !== 'object' ||
    body === null ||
    !('text' in body) ||
    typeof body.text !== 'string'
  ) {
    throw new UnprocessableEntityError('the body must be {"text": "..."}');
  }
  return body.text;
}
