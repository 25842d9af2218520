// An application with middleware around everything, and around single views (docs/decisions/middleware.md).
import { ConflictError, Framework, Response, secret } from 'framework';
import * as layers from './layers.js';
import {
  closed,
  counted,
  inner,
  mapped,
  marked,
  MissingRow,
  outer,
  own,
  role,
  twice,
  user,
} from './layers.js';

const common = [outer, inner];
export const app = new Framework({
  appName: 'conformance-layered',
  middleware: [...common, marked, counted],
});

const MAPPED = { methods: ['GET', 'POST'], middleware: [mapped] } as const;

let calls = 0;
const key = secret('conformance-key');

export class Views {
  @app.route('/plain')
  plain() {
    return { plain: true };
  }

  @app.route('/text')
  text() {
    return 'hello';
  }

  @app.route('/own/{a}/{b}', {
    middleware: [
      own, // the innermost
    ],
  })
  own(b: string, a: string) {
    return new Response({ a, b }, 201, { 'x-view': 'seen' });
  }

  @app.route('/closed', { middleware: [closed], cors: true })
  closed() {
    calls += 1;
    return null;
  }

  @app.route('/secret')
  async secret() {
    return { key: await key() };
  }

  @app.route('/calls')
  count() {
    return calls;
  }

  @app.route('/mapped', MAPPED)
  mapped() {
    if (app.currentRequest.method === 'POST') return app.currentRequest.jsonBody;
    throw new MissingRow();
  }

  @app.route('/raised', { cors: true })
  raised() {
    throw new ConflictError('raised');
  }

  @app.route('/returned', { cors: true })
  returned() {
    return new ConflictError('returned');
  }

  @app.route('/twice', { middleware: [twice] })
  static twice() {
    return 1;
  }

  @app.route('/user/{id}', { middleware: [layers.user, role] })
  async user(id: string) {
    const before = user.value;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { id, name: user.value.name, isSame: before === user.value, role: role.value };
  }

  @app.lambdaFunction({ name: 'counted', middleware: [counted] })
  job() {
    return 'done';
  }
}

export const called = app.route('/called', { middleware: [own] })(() => ({ called: true }));
