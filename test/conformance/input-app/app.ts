// An application whose views declare their inputs by types.
import {
  BadRequestError,
  errorFormat,
  Framework,
  HTTPError,
  type Int,
  InvalidInputError,
  type List,
  middleware,
  type Num,
  Response,
  type Text,
  UnauthorizedError,
} from 'framework';
import { City, LateCity } from './schemas.js';
import type * as v from 'valibot';
import type { Folder, Order } from './order.js';

export const app = new Framework({ appName: 'conformance-input' });

const marked = middleware.answerHeaders(() => ({ 'X-Marked': 'yes' }));

const user = middleware.provide((request, next) => {
  const name = request.headers['X-User'];
  if (name === undefined) throw new UnauthorizedError('sign in');
  return next(name);
});

/** Responds to invalid input itself. */
const mapped = middleware(async (_request, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof InvalidInputError)
      return new Response({ fields: error.problems.map(({ at }) => at), code: error.name }, 422);
    if (error instanceof BadRequestError) return new Response({ malformed: error.message }, 422);
    throw error;
  }
});

const fields = errorFormat<{ fields: string[] }>({
  invalidStatus: 422,
  invalid: (problems) => ({ fields: problems.map(({ at }) => at) }),
});

const errors = errorFormat<{ code: string; fields?: string[] }>({
  error: ({ code, problems }) => ({
    code,
    ...(problems && { fields: problems.map(({ at }) => at) }),
  }),
});

type Title = Text<{ minLength: 1; message: "can't be blank" }>;

interface Place {
  city: Text<{ maxLength: 5 }>;
}

interface Worded {
  title: Title;
  subtitle?: Title | null;
  count: Int<{ minimum: 1; message: 'must be counted' }>;
  price?: Num<{ message: 'must be a price' }>;
  tags: List<Title, { maxItems: 1; message: 'one tag' }>;
  /** Where it is. @message must be a place */
  place: Place;
  other?: Place;
  /** @message must be short */
  note?: Text<{ maxLength: 3; message: 'too long' }>;
  kind?: string;
}

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

  @app.route('/guarded/{id}', { methods: ['POST'], middleware: [user], cors: true })
  guarded(body: { name: string }, id: Int) {
    return { body, id, user: user.value };
  }

  @app.route('/mapped', { methods: ['POST'], middleware: [mapped] })
  mapped(body: { name: string; size: Int }) {
    return body;
  }

  @app.route('/guarded-city', { methods: ['POST'], middleware: [mapped, user] })
  guardedCity(body: v.InferOutput<typeof LateCity>, query: { a?: Int }) {
    return { body, query, user: user.value };
  }

  @app.route('/fields', { methods: ['POST'], errors: fields })
  fields(body: { name: string; size: Int }) {
    return body;
  }

  @app.route('/coded/{id}', { methods: ['POST'], errors, middleware: [user] })
  coded(body: { name: string }, id: Int) {
    return { body, id };
  }

  @app.route('/worded', { methods: ['POST'] })
  worded(body: Worded) {
    return body;
  }

  @app.route('/refused', { methods: ['GET'], middleware: [mapped] })
  refused() {
    throw new InvalidInputError([{ at: '/query/a', expected: 'a free name', rule: 'taken' }]);
  }

  @app.route('/text', { methods: ['PUT'], contentTypes: ['text/plain'] })
  text(body: Text<{ maxLength: 5 }>) {
    return { text: body };
  }

  @app.route('/counted', { methods: ['POST'] })
  async *counted(body: { count: Int }): AsyncGenerator<{ n: number }> {
    for (let n = 0; n < body.count; n++) yield { n };
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
