// A blueprint that is reached in two ways, within itself, or after captures that clash: reported once, where it can be fixed.
import { expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import { MEMORY_ROOT, memoryFiles } from '../support/memory-files.js';

const HEAD = `import { Blueprint, Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
`;
const PART = `import { Blueprint } from 'framework';
export const part = new Blueprint();
export const list = part.route('/list', { methods: ['GET', 'POST'] })(() => 1);
export const job = part.lambdaFunction()(() => 1);
`;

/** Returns each problem as `file:line code message`, with its related locations. */
function problemsOf(lines: readonly string[]): readonly string[] {
  const files = memoryFiles({
    'app.ts': `${HEAD}import { part } from './lib/part.js';\n${lines.join('\n')}\n`,
    'lib/part.ts': PART,
  });
  return compileApp({ root: MEMORY_ROOT, files }).diagnostics.map(
    ({ at, code, message, related = [] }) =>
      [at, ...related.map((one) => one.at)]
        .map((span) => `${span?.file ?? 'nowhere'}:${span?.line ?? 0}`)
        .join(' and ') + ` ${code} ${message}`,
  );
}

const TWO_WAYS = [
  'const left = new Blueprint();',
  'const right = new Blueprint();',
  "left.register(part, { urlPrefix: '/part' });",
  "right.register(part, { urlPrefix: '/part' });",
];

test('the same blueprint through two paths is told of once, at both registrations', () => {
  const problems = problemsOf([
    ...TWO_WAYS,
    "app.register(left, { urlPrefix: '/same' });",
    "app.register(right, { urlPrefix: '/same' });",
  ]);
  expect(problems).toEqual([
    'app.ts:7 and app.ts:6 FW3302 `part` is registered again, with the same `urlPrefix` and `namePrefix`.',
  ]);
});

test.each([
  ['only the paths clash', "{ namePrefix: 'right-' }", 'urlPrefix'],
  ['only the names clash', "{ urlPrefix: '/right' }", 'namePrefix'],
])('%s', (_, options, same) => {
  const problems = problemsOf([
    ...TWO_WAYS,
    'app.register(left);',
    `app.register(right, ${options});`,
  ]);
  expect(problems).toEqual([
    `app.ts:7 and app.ts:6 FW3302 \`part\` is registered again, with the same \`${same}\`.`,
  ]);
});

test('two paths with prefixes of their own are two places', () => {
  const problems = problemsOf([
    ...TWO_WAYS,
    'app.register(left);',
    "app.register(right, { urlPrefix: '/right', namePrefix: 'right-' });",
  ]);
  expect(problems).toEqual([]);
});

test('a blueprint under itself', () => {
  const problems = problemsOf([
    "app.register(part, { urlPrefix: '/outer' });",
    "part.register(part, { urlPrefix: '/inner', namePrefix: 'inner-' });",
  ]);
  expect(problems).toEqual([
    'app.ts:5 FW3303 This creates a cycle of blueprints: `part` within `part`.',
  ]);
});

test('a prefix whose capture is that of a prefix around it, or of a route behind it', () => {
  const problems = problemsOf([
    "app.register(part, { urlPrefix: '/shops/{id}/x/{id}' });",
    'const items = new Blueprint();',
    "app.register(items, { urlPrefix: '/items/{id}' });",
    "export const item = items.route('/parts/{id}')((id: string) => id);",
    "export const one = items.route('/{one}')((id: string, one: string) => [id, one]);",
    'const within = new Blueprint();',
    "items.register(within, { urlPrefix: '/{other}' });",
    "export const other = within.route('/')((id: string, other: string) => [id, other]);",
  ]);
  expect(problems).toEqual([
    'app.ts:4 FW2112 The path `/shops/{id}/x/{id}` has the capture `{id}` twice.',
    'app.ts:7 and app.ts:6 FW2112 The path `/items/{id}/parts/{id}` has the capture `{id}` twice.',
    'app.ts:10 and app.ts:8 and app.ts:11 FW2113 The capture `{other}` is at the same position as `{one}` of another route: the gateway allows only one capture name after `/items/{id}`.',
  ]);
});

test('captures of prefixes that clash are told of once, at the prefix, beside a route behind it', () => {
  const problems = problemsOf([
    'const outer = new Blueprint();',
    'const inner = new Blueprint();',
    "app.register(outer, { urlPrefix: '/{id}' });",
    "outer.register(inner, { urlPrefix: '/parts/{id}' });",
    "export const one = inner.route('/one')((id: string) => id);",
    "export const two = inner.route('/two')((id: string) => id);",
  ]);
  expect(problems).toEqual([
    'app.ts:7 and app.ts:6 and app.ts:8 FW2112 The path `/{id}/parts/{id}` has the capture `{id}` twice.',
    'lib/part.ts:2 FW3301 `part` is not registered, so its views are not deployed.',
  ]);
});

test('a prefix that names a capture otherwise than a route of the application is told of once, at the prefix', () => {
  const problems = problemsOf([
    "export const first = app.route('/shops/{shop}')((shop: string) => shop);",
    'const shops = new Blueprint();',
    "app.register(shops, { urlPrefix: '/shops/{id}' });",
    "export const two = shops.route('/two')((id: string) => id);",
    "export const root = shops.route('/')((id: string) => id);",
    "app.register(part, { urlPrefix: '/part' });",
  ]);
  expect(problems).toEqual([
    'app.ts:6 and app.ts:4 and app.ts:7 FW2113 The capture `{id}` is at the same position as `{shop}` of another route: the gateway allows only one capture name after `/shops`.',
  ]);
});
