// What `readSource` of `framework/compiler` returns for an application.
import { expect, test } from 'vitest';
import { createCompiler } from '../../compiler/index.js';
import { memoryFiles, MEMORY_ROOT } from '../support/memory-files.js';

test('routes and lambda functions stand in lists of their own', () => {
  const files = memoryFiles({
    'app.ts': [
      "import { Framework } from 'framework';",
      "const app = new Framework({ appName: 'shop' });",
      'class Views {',
      "  @app.route('/cities/{city}', { methods: ['GET'] }) city(city: string) { return city; }",
      "  @app.lambdaFunction({ name: 'clean' }) sweep() {}",
      '}',
    ].join('\n'),
  });
  const facts = createCompiler().readSource({ root: MEMORY_ROOT, files })?.readFacts();
  expect(facts?.routes).toMatchObject([
    {
      app: 0,
      path: { kind: 'string', value: '/cities/{city}' },
      target: { name: { value: 'city' } },
    },
  ]);
  expect(facts?.functions).toMatchObject([{ app: 0, target: { name: { value: 'sweep' } } }]);
});
