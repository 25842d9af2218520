// `framework openapi` and `framework client` as a user runs them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

test.each(['openapi', 'client'])(
  '%s prints, writes and checks',
  async (name) => {
    const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
    const printed = await run(name, { cwd });
    expect(printed).toMatchObject({ exitCode: 0, stderr: '' });

    const check = [name, '--out', 'made/file', '--check'];
    const absent = await runHere(check, { cwd });
    expect(absent.exitCode).toBe(1);
    expect(absent.stderr).toContain('FW3121');

    expect((await runHere([name, '--out', 'made/file'], { cwd })).stdout).toMatch(
      /^Wrote made\/file \(1 (?:operation|route)\)\n$/,
    );
    const path = join(cwd, 'made/file');
    expect(readFileSync(path, 'utf8')).toBe(printed.stdout);
    const same = { exitCode: 0, stdout: 'made/file is up to date.\n', stderr: '' };
    expect(await runHere([name, '--out', 'made/file'], { cwd })).toEqual(same);
    writeFileSync(path, printed.stdout.replaceAll('\n', '\r\n'));
    expect(await runHere(check, { cwd })).toEqual(same);

    writeFileSync(join(cwd, 'app.ts'), HELLO_WORLD.replace("route('/')", "route('/hello')"));
    const stale = await runHere(check, { cwd });
    expect(stale.exitCode).toBe(1);
    expect(stale.stderr).toContain('FW3120');
    expect(stale.stderr).toContain(`framework ${name} --out made/file`);
  },
  60_000,
);

test('--check without --out is a mistake of the command line', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const { exitCode, stderr } = await runHere('openapi --check', { cwd });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toContain('`--check` needs `--out`');
});
