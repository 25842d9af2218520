// Rows of classes that are passed as JSON, as in a bundle with many views.
import { expect, test } from 'vitest';
import { Application } from './application.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { createHandler } from './handler.js';
import type { ViewClass } from './view-registry.js';

/** Creates a class whose views respond with a text. */
function viewsOf(answer: string): ViewClass {
  const views = class {
    view(): string {
      return answer;
    }
  };
  return views as unknown as ViewClass; // because the rows name its only member
}

function rowOf(path: string, ...methods: readonly string[]): string {
  return JSON.stringify(['view', path, methods, [], 0]);
}

async function ask(app: Application, resource: string, httpMethod = 'GET'): Promise<string> {
  const event = { resource, path: resource, httpMethod } as ProxyEvent; // because no view reads the rest
  const { statusCode, body } = await createHandler(app)(event);
  return `${statusCode} ${body}`;
}

const UNROUTED = '403 {"message":"Missing Authentication Token"}';

test('finds views of several classes at one path, also of a class that comes after a request', async () => {
  const app = new Application({ appName: 'late' });
  app.$late(viewsOf('first'), `[${rowOf('/a', 'GET')},${rowOf('/a/{b}', 'GET', 'PUT')}]`);
  app.$late(viewsOf('second'), `[${rowOf('/a', 'POST')}]`);
  expect(await ask(app, '/a/{b}', 'PUT')).toBe('200 "first"');
  expect(await ask(app, '/a', 'POST')).toBe('200 "second"');
  expect(await ask(app, '/a')).toBe('200 "first"');
  expect(await ask(app, '/a', 'DELETE')).toBe(UNROUTED);
  expect(await ask(app, '/{b}')).toBe(UNROUTED);
  app.$late(viewsOf('third'), `[${rowOf('/a', 'DELETE')},${rowOf('/c', 'GET')}]`);
  expect(await ask(app, '/a', 'DELETE')).toBe('200 "third"');
  expect(await ask(app, '/c')).toBe('200 "third"');
});

test('reads only rows that name the path of the request', async () => {
  const app = new Application({ appName: 'late' });
  app.$late(viewsOf('first'), `[${rowOf('/a', 'GET')}]`);
  app.$late(viewsOf('second'), 'no JSON, because nobody asks for it');
  expect(await ask(app, '/a')).toBe('200 "first"');
});

test('an empty path has no view, before and after rows are read', async () => {
  const app = new Application({ appName: 'late' });
  app.$late(viewsOf('first'), `[${rowOf('/a', 'GET')}]`);
  expect(await ask(app, '')).toBe(UNROUTED);
  expect(await ask(app, '')).toBe(UNROUTED);
  expect(await ask(app, '/a')).toBe('200 "first"');
});
