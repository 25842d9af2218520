// Creates projects in temporary directories, which are removed at the end of the test.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a directory with these files. Must be called inside a test. */
export function temporaryProject(files: Readonly<Record<string, string>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** An application without problems. */
export const HELLO_WORLD = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

export class Views {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }
}
`;
