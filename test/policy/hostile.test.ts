// Names that look known but are not: each application of hostile-names.txt can replace a name with another one, so `*` is the
// only correct result. A case is a title, the code of the module, and after `--` the code of the view.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateFor, policyLines } from './small-apps.js';

const cases = readFileSync(join(import.meta.dirname, 'hostile-names.txt'), 'utf8')
  .split(/^== /m)
  .slice(1)
  .map((text) => {
    const [, title = '', top = '', body = ''] = /^(.*)\n([^]*?)^--\n([^]*)$/m.exec(text) ?? [];
    return { title, top, body };
  });

/** Modules that some of the cases import. */
const OTHERS = {
  'other.ts': `import { input, scan } from './app.js';
export function run(name: string) {
  input.TableName = name;
  scan(name);
}`,
  'names.ts': "export const all = { table: 'items' };",
  'names.json': '{ "table": "items" }',
  'mutable.ts': "export default { table: 'items' };",
  'current.ts': `export let current = 'items';
export const choose = (name: string) => { current = name; };`,
  'legacy.cjs': "exports.table = 'items';",
};

test('there are at least 80 of them', () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
});

test.each(cases)('$title', ({ top, body }) => {
  const imports = top.match(/^import .*;$/gm) ?? [];
  const app = `import { Framework } from 'framework';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
${imports.join('\n')}

export const app = new Framework({ appName: 'acme' });
const db: any = new DynamoDB({});
${top.replace(/^import .*;$/gm, '')}

export class Views {
  @app.route('/items/{id}')
  async view(id: string) {
    ${body}
  }
}
`;
  const config = {
    version: '2.0',
    app_name: 'acme',
    stages: { dev: { environment_variables: { TABLE: 'items' } } },
  };
  const files = { ...OTHERS, 'app.ts': app, '.framework/config.json': JSON.stringify(config) };
  expect(policyLines(generateFor(files))).toBe('DynamoDB: dynamodb:Scan -> *');
});
