// What a view may return (specification 4.3).
import { Response } from 'framework';
import { app } from '../service.js';

export class Answers {
  #calls = 0;

  @app.route('/')
  index() {
    return { hello: 'world' };
  }

  @app.route('/values/text')
  text() {
    return 'hello';
  }

  @app.route('/values/null')
  nothing() {
    return null;
  }

  @app.route('/values/undefined')
  noReturn() {
    app.log.debug('this view returns nothing');
  }

  @app.route('/values/number')
  number() {
    return 3.5;
  }

  @app.route('/values/list')
  list() {
    return [1, 'two', null];
  }

  @app.route('/values/promise')
  async later() {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { later: true };
  }

  @app.route('/values/cyclic')
  cyclic() {
    const value: Record<string, unknown> = {};
    value.self = value;
    return value;
  }

  @app.route('/values/bigint')
  bigint() {
    return { large: 2n ** 64n };
  }

  @app.route('/values/function')
  callable() {
    return () => 'no value of JSON';
  }

  @app.route('/values/bytes')
  bytes() {
    return new Uint8Array([1, 2, 3]);
  }

  @app.route('/calls')
  count() {
    this.#calls += 1;
    return this.#calls;
  }

  @app.route('/static')
  static ofTheClass() {
    return typeof this;
  }

  @app.route('/head', { methods: ['GET', 'HEAD'] })
  head() {
    return new Response('a body', 200, { 'Content-Type': 'text/plain', 'X-Word': 'yes' });
  }
}

export class Responses {
  @app.route('/responses/html')
  html() {
    return new Response('<p>hello</p>', 201, { 'Content-Type': 'text/html', 'X-Word': 'yes' });
  }

  @app.route('/responses/bare')
  bare() {
    return new Response('{"bare":true}');
  }

  @app.route('/responses/empty')
  empty() {
    return new Response(null, 204);
  }

  @app.route('/responses/object')
  object() {
    return new Response({ as: 'JSON' }, 202);
  }

  @app.route('/responses/problem')
  problem() {
    return new Response('<error/>', 418, { 'content-type': 'application/xml' });
  }

  @app.route('/responses/cookies')
  cookies() {
    return new Response(null, 200, { 'Set-Cookie': ['a=1', 'b=2'] });
  }

  @app.route('/responses/values')
  values() {
    return new Response(null, 200, { 'X-Number': 7, 'X-Truth': true, 'X-Nothing': null });
  }

  @app.route('/responses/line-break')
  lineBreak() {
    return new Response(null, 200, { 'X-Word': 'one\r\nSet-Cookie: stolen=1' });
  }

  @app.route('/responses/status')
  status() {
    return new Response(null, 99);
  }
}

export const called = app.route('/called/{name}')((name) => ({ called: name }));
