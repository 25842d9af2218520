// Symbolic links: nothing is written through a link, and no link adds files from outside the project to the package. Special
// files do not block a build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

test.each([
  '.framework/build',
  '.framework/build/manifest.json',
  '.framework/build/app.d.ts',
  '.framework',
])('a link at %s is refused, and what it leads to stays as it was', async (path) => {
  const other = temporaryProject({ 'kept.txt': 'kept' });
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  const target = path.includes('.', 12) ? join(other, 'kept.txt') : other;
  symlinkSync(target, join(cwd, path));
  const { stderr, exitCode } = await runHere('build', { cwd });
  expect(stderr).toContain(
    `error FW1063: \`${cwd}/${path}\` cannot be read or written: it is a link to \`${target}\``,
  );
  expect(exitCode).toBe(1);
  expect(readdirSync(other)).toEqual(['kept.txt']);
  expect(readFileSync(join(other, 'kept.txt'), 'utf8')).toBe('kept');
});

test('a link in the place of the package is replaced', async () => {
  const other = temporaryProject({ 'kept.txt': 'kept' });
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD, '.framework/build/x': '' });
  symlinkSync(other, join(cwd, '.framework/build/package'));
  expect((await runHere('build', { cwd })).exitCode).toBe(0);
  expect(readdirSync(other)).toEqual(['kept.txt']);
  expect(readdirSync(join(cwd, '.framework/build/package'))).toContain('index.mjs');
});

test.each(['file', 'folder'])(
  'a %s link in frameworklib that leaves the project is an error',
  async (kind) => {
    const other = temporaryProject({ 'secret.txt': 'secret' });
    const target = kind === 'file' ? join(other, 'secret.txt') : other;
    const cwd = temporaryProject({ 'app.ts': HELLO_WORLD, 'frameworklib/own.txt': '' });
    symlinkSync(target, join(cwd, 'frameworklib/link'));
    const { stderr, exitCode } = await runHere('build', { cwd });
    expect(stderr).toContain(
      `error FW5024: \`frameworklib/link\` leads to \`${target}\`, which is outside the project`,
    );
    expect(exitCode).toBe(1);
  },
);

test('a source map that names a device does not hold the build', { timeout: 60_000 }, async () => {
  const map = JSON.stringify({
    version: 3,
    sources: ['/dev/zero', '../../.env'],
    names: [],
    mappings: 'AAAA',
  });
  const cwd = temporaryProject({
    'app.ts': `import { x } from 'mapped';\n${HELLO_WORLD.replace("'world'", 'x')}`,
    '.env': 'SECRET=1',
    'node_modules/mapped/package.json': '{"name":"mapped","version":"1.0.0","main":"index.js"}',
    'node_modules/mapped/index.js': 'exports.x = 1;\n//# sourceMappingURL=index.js.map\n',
    'node_modules/mapped/index.js.map': map,
  });
  const { exitCode } = await runHere('build', { cwd });
  expect(exitCode).toBe(0);
  const built = readFileSync(join(cwd, '.framework/build/package/index.mjs.map'), 'utf8');
  expect(built).not.toContain('SECRET');
});

test(
  'an import of a device or of a name with NUL does not resolve to a file',
  { timeout: 60_000 },
  async () => {
    for (const name of ['/dev/zero', '/dev/tty', '/dev/stdin', './a\\0b']) {
      const cwd = temporaryProject({ 'app.ts': `import '${name}';\n${HELLO_WORLD}` });
      const { stdout, exitCode } = await runHere('check', { cwd });
      expect(stdout).toContain('error FW1004: ');
      expect(exitCode).toBe(1);
    }
  },
);

test.runIf(process.platform !== 'win32').each([
  ['a pipe', './pipe', 'node_modules/odd/pipe'],
  ['a device', '/dev/tty', '/dev/tty'],
  ['a device behind a link', './link.js', '/dev/tty'],
])('a dependency that imports %s is told, and nothing waits for it', async (_, name, path) => {
  const cwd = temporaryProject({
    'app.ts': `import 'odd';\n${HELLO_WORLD}`,
    'node_modules/odd/package.json': '{"name":"odd","version":"1.0.0","main":"index.js"}',
    'node_modules/odd/index.js': `require('${name}');\n`,
  });
  execFileSync('mkfifo', [join(cwd, 'node_modules/odd/pipe')]);
  symlinkSync('/dev/tty', join(cwd, 'node_modules/odd/link.js'));
  const { stderr, exitCode } = await run('build', { cwd, signal: AbortSignal.timeout(20_000) });
  expect(stderr).toContain('node_modules/odd/index.js:1:9: error FW5026: `');
  expect(stderr).toContain(
    `${path}\` is imported, but it is a device, a pipe or a socket, not a file.`,
  );
  expect(stderr).toContain('1 error');
  expect(exitCode).toBe(1);
});

test('a dependency that imports a name with NUL is told once', async () => {
  const cwd = temporaryProject({
    'app.ts': `import 'odd';\n${HELLO_WORLD}`,
    'node_modules/odd/package.json': '{"name":"odd","version":"1.0.0","main":"index.js"}',
    'node_modules/odd/index.js': "require('./a\\0b');\n",
  });
  const { stderr, exitCode } = await runHere('build', { cwd });
  expect(stderr).toMatch(
    /^node_modules\/odd\/index\.js:1:9: error FW5002: .*\n {2}hint: .*\n1 error/,
  );
  expect(exitCode).toBe(1);
});
