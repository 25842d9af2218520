// The names that resources get from their application and stage (FW1159).
import { expect, test } from 'vitest';
import { loadApp } from '../../cli/app/load-app.js';
import { temporaryProject } from '../support/temporary-project.js';

/** Returns the messages for one declaration in a stage. */
function messagesOf(declared: string, { app = 'atlas', stage = 'dev' } = {}): readonly string[] {
  const [maker = ''] = declared.split('(', 1);
  const directory = temporaryProject({
    'app.ts': `import { ${maker}, Framework } from 'framework';
export const app = new Framework({ appName: '${app}' });
export const one = new ${declared};
export const index = app.route('/')(() => one.name);
`,
  });
  return loadApp({ directory, stage }).diagnostics.map(
    ({ code, message, at }) => `${code} line ${String(at?.line)}: ${message}`,
  );
}

const name = (length: number): string => `'${'x'.repeat(length)}'`;

// `atlas-dev-` has 10 characters, `-failed` has 7, and the account and region of a bucket have 28 including their hyphens.
test.each([
  ['Bucket', 25, ''],
  ['Queue', 70, ''],
  ['Queue', 63, ', { retries: 1 }'],
  ['Topic', 246, ''],
  ['Table', 245, ", { key: 'id' }"],
])('a %s may have a name of %i characters and no more', (maker, most, options) => {
  expect(messagesOf(`${maker}(${name(most)}${options})`)).toEqual([]);
  const [message, ...others] = messagesOf(`${maker}(${name(most + 1)}${options})`);
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^FW1159 line 3: The \w+ `x+` would be named `atlas-dev-x+.*` in AWS, which has/,
  );
});

test('a bucket needs an application and a stage in lower case', () => {
  expect(messagesOf("Bucket('photos')", { app: 'City_Guide' })).toEqual([
    'FW1159 line 3: The bucket `photos` would be named `City_Guide-dev-photos-<account>-<region>` in AWS, but the name of a bucket can contain only lower-case letters, digits and `-`.',
  ]);
  expect(messagesOf("Bucket('photos')", { stage: 'Prod' })).toHaveLength(1);
  expect(messagesOf("Table('cities', { key: 'id' })", { app: 'City_Guide' })).toEqual([]);
});
