// Creates projects in temporary directories.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a directory with these files. Must be called inside a test. */
export function temporaryProject(files: Readonly<Record<string, string>>): string {
  const { directory, remove } = createProject(files);
  onTestFinished(remove);
  return directory;
}

/** Creates a directory with these files, which the caller removes. */
export function createProject(files: Readonly<Record<string, string>>): {
  readonly directory: string;
  readonly remove: () => void;
} {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-test-')));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
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
