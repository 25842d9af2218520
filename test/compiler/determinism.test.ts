// Compiling only reads text: it executes nothing, and gives the same bytes for the same source.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';
import { compileFixture, FIXTURES, fixtureNames } from '../support/compiler-fixtures.js';
import { memoryFiles, MEMORY_ROOT } from '../support/memory-files.js';

test('compiling never executes the application: a module that throws and writes a file compiles', () => {
  const name = 'module-that-must-not-run';
  const before = readdirSync(join(FIXTURES, name)).toSorted();
  const { manifest, diagnostics } = compileFixture(name);
  expect(diagnostics).toEqual([]);
  expect(manifest?.routes.map(({ path }) => path)).toEqual(['/']);
  expect(existsSync(join(FIXTURES, name, 'executed.txt'))).toBe(false);
  expect(readdirSync(join(FIXTURES, name)).toSorted()).toEqual(before);
});

describe('two compilations of one source give the same bytes', () => {
  test.each(fixtureNames())('%s', (name) => {
    expect(bytesOf(compileFixture(name))).toBe(bytesOf(compileFixture(name)));
  });
});

test('the order in which files are visited does not change the manifest', () => {
  const modules = ['alpha', 'beta', 'gamma', 'delta'];
  const compileInOrder = (order: readonly string[]) =>
    compileApp({ root: MEMORY_ROOT, files: memoryFiles(appWith(order)) });
  const expected = bytesOf(compileInOrder(modules));
  expect(expected).toContain('/delta');
  expect(bytesOf(compileInOrder(modules.toReversed()))).toBe(expected);
  expect(bytesOf(compileInOrder(['gamma', 'alpha', 'delta', 'beta']))).toBe(expected);
});

/** Creates an application in which each module declares a route, a function, an authorizer and a binary type. */
function appWith(order: readonly string[]): Record<string, string> {
  const files = order.map((name): [string, string] => [
    `${name}.ts`,
    `import { CustomAuthorizer } from 'framework';
import { app } from './application.js';
app.api.binaryTypes.push('application/x-${name}');
const authorizer = new CustomAuthorizer('${name}', { header: 'X-${name}', authorizerUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations' });
export class Views {
  @app.route('/${name}', { authorizer })
  ${name}() { return {}; }
  @app.lambdaFunction()
  ${name}Job() { return {}; }
}
`,
  ]);
  return {
    'app.ts': order.map((name) => `import './${name}.js';\n`).join(''),
    'application.ts': `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
`,
    ...Object.fromEntries(files),
  };
}

function bytesOf({ manifest, diagnostics }: ReturnType<typeof compileApp>): string {
  return (manifest ? serializeManifest(manifest) : '') + JSON.stringify(diagnostics);
}
