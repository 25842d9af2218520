// Projects in temporary directories, removed when the test ends.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** Makes a directory with these files; call it inside a test. */
export function temporaryProject(files: Readonly<Record<string, string>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** Installs this package in a project as `npm install` does for a `file:` spec: by a symbolic link. */
export function linkFramework(project: string): void {
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(REPOSITORY, join(project, 'node_modules/framework'), 'dir');
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
