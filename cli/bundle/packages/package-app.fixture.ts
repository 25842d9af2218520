// Creates applications that import one package.
import { type FileContent, makeProject } from '../../../test/bundle/temporary-project.js';

export type Files = Readonly<Record<string, FileContent>>;

/** Creates an application with one view that returns `expression` from a package. */
export function appWith(name: string, expression: string, packages: Files): string {
  return makeProject({
    'app.ts': `import { Framework } from 'framework';
import thing from '${name}';
const app = new Framework({ appName: 'native' });
export const index = app.route('/')(() => ${expression});
`,
    'package.json': '{ "type": "module" }',
    ...packages,
  });
}

export function packageJson(name: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ name, version: '1.0.0', ...fields });
}
