// `app.debug` and `app.api` are known statically; a change that cannot be followed is reported.
import { describe, expect, test } from 'vitest';
import { DEFAULT_BINARY_TYPES } from '../../../runtime/contract/media-types.js';
import { factsOf, HEAD, plain, type Texts } from './read-texts.js';

function changesOf(texts: Texts | string): readonly unknown[] {
  return factsOf(texts).changes.map(({ kind, operation, value, isConditional }) => {
    const shown = JSON.stringify(plain(value)).replace(DEFAULTS, '...defaults');
    return `${isConditional ? 'maybe ' : ''}${operation} ${kind} ${shown}`;
  });
}

const DEFAULTS = JSON.stringify(DEFAULT_BINARY_TYPES).slice(1, -1);

describe('changes', () => {
  test.each([
    ['debug on', 'app.debug = true;'],
    ['debug by a constant', 'const D = false; app.debug = D;'],
    ['debug by the environment', `app.debug = process.env.DEBUG === '1';`],
    ['debug by a call', 'app.debug = isDebug();'],
    ['debug by an operator', 'app.debug ||= true;'],
    ['debug destructured', '({ debug: app.debug } = options);'],
    ['debug in a condition', 'if (globalThis.x) app.debug = true;'],
    ['debug behind a short circuit', 'globalThis.x && (app.debug = true);'],
    ['debug in a function', 'function f() { app.debug = true; }'],
    ['debug in a function that is called at once', '(() => { app.debug = true; })();'],
    ['debug in a loop', 'for (;;) app.debug = true;'],
    ['debug in a try block', 'try { app.debug = true; } catch { app.debug = false; }'],
    ['a property of options', 'Object.assign(app, options);'],
    ['push', `app.api.binaryTypes.push('a/b', 'c/d');`],
    ['push of a spread', `const L = ['a/b']; app.api.binaryTypes.push(...L, ...f());`],
    ['push through an alias', `const types = app.api.binaryTypes; types.push('a/b');`],
    [
      'push through an alias in a function',
      `const types = app.api.binaryTypes; function f() { types.push('a/b'); }`,
    ],
    [
      'push through a destructured list',
      `const { api: { binaryTypes } } = app; binaryTypes.push('a/b');`,
    ],
    ['assignment', `app.api.binaryTypes = ['a/b'];`],
    [
      'assignment of the defaults and more',
      `app.api.binaryTypes = [...app.api.binaryTypes, 'a/b'];`,
    ],
    [
      'the list as it stands after earlier changes',
      `app.api.binaryTypes = ['a/b']; app.api.binaryTypes.push('c/d'); app.api.binaryTypes = [...app.api.binaryTypes, 'e/f'];`,
    ],
    ['assignment of a call', `app.api.binaryTypes = app.api.binaryTypes.filter(Boolean);`],
    ['splice', 'app.api.binaryTypes.splice(0);'],
    ['pop', 'app.api.binaryTypes.pop();'],
    ['an index', `app.api.binaryTypes[0] = 'a/b';`],
    ['the length', 'app.api.binaryTypes.length = 0;'],
    ['a deleted item', 'delete app.api.binaryTypes[0];'],
    ['another api', 'app.api = {};'],
    ['CORS', 'app.api.cors = true;'],
    ['CORS through an alias', `const { api } = app; api['cors'] = false;`],
    ['CORS in a function', 'function f() { app.api.cors = true; }'],
    ['CORS that is deleted', 'delete app.api.cors;'],
    ['CORS whose origin is changed', `app.api.cors.allowOrigin = '*';`],
    ['CORS that is assigned to', 'Object.assign(app.api.cors, {});'],
    ['given to a function of the project', 'function add(list) {} add(app.api.binaryTypes);'],
    [
      'read only',
      `console.log(app.api.binaryTypes); app.api.binaryTypes.includes('a/b'); for (const t of app.api.binaryTypes) {} [...app.api.binaryTypes]; app.log.level = 'DEBUG';`,
    ],
    [
      'something else of the same name',
      'const other = { debug: false, api: { binaryTypes: [] } }; other.debug = true; other.api.binaryTypes.push(1);',
    ],
  ])('%s', (_, text) => {
    expect(changesOf(HEAD + text).join('\n')).toMatchSnapshot();
  });

  test('changes of other modules come in the order of evaluation', () => {
    const texts = {
      'app.ts': `import './b.js'; import { app } from './lib.js'; app.debug = false; import './c.js';`,
      'b.ts': `import { app } from './lib.js'; app.debug = true;`,
      'c.ts': `import * as lib from './lib.js'; lib.app.api.binaryTypes.push('a/b');`,
      'lib.ts': `${HEAD}export { app };`,
    };
    expect(changesOf(texts)).toEqual([
      'assign debug true',
      'push binaryTypes ["a/b"]',
      'assign debug false',
    ]);
  });
});
