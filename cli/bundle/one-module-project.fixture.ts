// A project that consists of one module with an application, for tests of its bundle.
import { type FileContent, makeProject } from '../../test/bundle/temporary-project.js';

export const HEAD: string = `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'x' });\n`;

/** Creates the project; `code` follows the first lines. */
export function project(code: string, files: Readonly<Record<string, FileContent>> = {}): string {
  return makeProject({ 'package.json': '{ "type": "module" }', 'app.ts': HEAD + code, ...files });
}
