// An application whose views say by types what they take.
import {
  Framework,
  HTTPError,
  type Int,
  type List,
  middleware,
  type Num,
  type Text,
} from 'framework';
import { City, LateCity } from './schemas.js';
import type * as v from 'valibot';
import type { Folder, Order } from './order.js';

export const app = new Framework({ appName: 'conformance-input' });

const marked = middleware.answerHeaders(() => ({ 'X-Marked': 'yes' }));

class OutOfStockError extends HTTPError {
  static override readonly statusCode: number = 409;
}

export class Orders {
  @app.route('/orders', { methods: ['POST', 'PUT'], cors: true })
  create(body: Order) {
    return body;
  }

  @app.route('/orders/{id}/{kind}/{open}', { methods: ['GET', 'HEAD'] })
  read(kind: 'old' | 'new', open: boolean, id: Int<{ minimum: 1 }>) {
    return { id, kind, open };
  }

  @app.route('/search/{name}')
  search(
    query: {
      limit?: Int<{ minimum: 1; maximum: 99 }>;
      near?: Num;
      dry?: boolean;
      sort?: 'name' | 'size';
      tag?: List<string, { maxItems: 2 }>;
      page?: Int | 'last';
    },
    name: string,
    headers: { 'X-Version'?: Int; 'x-tag'?: string[] },
  ) {
    return { name, query, version: headers['X-Version'], tags: headers['x-tag'] };
  }

  @app.route('/folders', { methods: ['POST'] })
  folders(body: Folder) {
    return body.name;
  }

  @app.route('/form', {
    methods: ['POST'],
    contentTypes: ['application/x-www-form-urlencoded', 'application/json'],
  })
  form(body: { name: Text<{ minLength: 1 }>; age?: Int; tags?: string[] }) {
    return body;
  }

  @app.route('/marked', { methods: ['POST'], middleware: [marked] })
  marked(body: { name: string }) {
    return body;
  }

  @app.route('/text', { methods: ['PUT'], contentTypes: ['text/plain'] })
  text(body: Text<{ maxLength: 5 }>) {
    return { text: body };
  }

  @app.route('/bytes', { methods: ['PUT'], contentTypes: ['application/octet-stream'] })
  bytes(body: Buffer) {
    return [...body];
  }

  @app.route('/optional', { methods: ['POST'] })
  optional(body?: { name: string }) {
    return body ?? 'no body';
  }

  @app.route('/city', { methods: ['POST'] })
  city(body: v.InferOutput<typeof City>) {
    return body;
  }

  @app.route('/late-city', { methods: ['POST'] })
  lateCity(body: v.InferOutput<typeof LateCity>, query: { a?: Int }) {
    return { body, query };
  }

  @app.route('/errors/{name}')
  errors(name: string) {
    if (name === 'status') throw new HTTPError(402, 'the card was declined', { retryAfter: 60 });
    if (name === 'plain') throw new HTTPError(418, 'a teapot');
    throw new OutOfStockError('no such lamp', ['lamp-1']);
  }
}

export const called = app.route('/called/{id}', { methods: ['PATCH'] })(
  (body: Partial<Order>, id: Int) => ({ id, body }),
);
