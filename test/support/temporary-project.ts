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

export type Project = {
  readonly directory: string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
};

/** Creates a directory with these files, which the caller removes. */
export function createProject(files: Readonly<Record<string, string>>): Project {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-test-')));
  const write = (file: string, text: string): void => {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { directory, write, remove: () => rmSync(directory, { recursive: true, force: true }) };
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
