// An application whose errors have a custom format (docs/guide/errors.md).
import {
  Blueprint,
  ConflictError,
  Framework,
  HTTPError,
  InvalidInputError,
  middleware,
  NotFoundError,
  Response,
} from 'framework';
import * as formats from './formats.js';
import { failures, partly } from './formats.js';

const marked = middleware.answerHeaders(() => ({ 'X-Marked': 'yes' }));
const renamed = middleware(async (_request, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new ConflictError('renamed');
    throw error;
  }
});

export const app = new Framework({
  appName: 'conformance-formatted',
  middleware: [marked],
  errors: failures,
});

const PROBLEM = { at: '/body/name', expected: 'a free name', rule: 'taken' };

function fail(kind: string): never {
  if (kind === 'missing') throw new NotFoundError('nothing here');
  if (kind === 'details') throw new HTTPError(402, 'declined', { retryAfter: 60 });
  if (kind === 'invalid') throw new InvalidInputError([PROBLEM]);
  throw new TypeError('secret');
}

const CONFLICT = { errors: formats.conflict, methods: ['GET'] } as const;

export class Views {
  @app.route('/errors/{kind}', { cors: true })
  errors(kind: string) {
    return fail(kind);
  }

  @app.route('/returned')
  returned() {
    return new ConflictError('returned');
  }

  @app.route('/own')
  own() {
    return new Response({ own: true }, 404);
  }

  @app.route('/json', { methods: ['POST'] })
  json() {
    return app.currentRequest.jsonBody;
  }

  @app.route('/conflict/{kind}', CONFLICT)
  conflict(kind: string) {
    return fail(kind);
  }

  @app.route('/broken/{kind}', { errors: formats.broken })
  broken(kind: string) {
    return fail(kind);
  }

  @app.route('/unwritten/{kind}', { errors: formats.unwritten })
  static unwritten(kind: string) {
    return fail(kind);
  }

  @app.route('/renamed', { middleware: [renamed], errors: formats.alone })
  renamed() {
    throw new InvalidInputError([PROBLEM]);
  }

  @app.route('/png')
  png() {
    return new Response(new Uint8Array([1]), 200, { 'Content-Type': 'image/png' });
  }
}

export const called = app.route('/called/{kind}', { errors: formats.alone })((kind: string) =>
  fail(kind),
);

const part = new Blueprint({ errors: partly });
const inner = new Blueprint();

export class Parts {
  @part.route('/errors/{kind}')
  errors(kind: string) {
    return fail(kind);
  }
}

export const innerView = inner.route('/own/{kind}', { errors: formats.alone })((kind: string) =>
  fail(kind),
);

part.register(inner);
app.register(part, { urlPrefix: '/one', namePrefix: 'one-' });
app.register(part, { urlPrefix: '/two', namePrefix: 'two-' });
