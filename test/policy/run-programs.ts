// Runs programs, all in one process, with packages that replace the SDK, and returns the calls that each program made.
import { transformSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fakePackages } from './fake-sdk.js';

export type Program = {
  readonly title: string;
  /** The files by name; `app.ts` is imported, and its default export is called. */
  readonly files: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
};

export type MadeCall = {
  readonly service: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The application's function that ran; null while the modules were being loaded. */
  readonly view: string | null;
};

/** The calls of one program, or the reason why it could not run. */
export type Run = { readonly calls: readonly MadeCall[]; readonly problem: string | null };

const RUNNER = `
const { programs } = JSON.parse(process.argv[2]);
const runs = [];
const { env } = process;
for (const { folder, variables } of programs) {
  globalThis.calls = [];
  globalThis.view = null;
  globalThis.views?.splice(0);
  Object.assign(env, variables);
  let problem = null;
  try {
    const app = await import(folder + '/app.js');
    await (/^class/.test(String(app.default)) ? undefined : app.default?.());
    // Each in modules of its own, as in a process of its own.
    for (let index = 0; index < (globalThis.views?.length ?? 0); index++) {
      globalThis.view = null;
      globalThis.views.splice(0);
      await import(folder + '/app.js?' + index);
      const [name, call] = globalThis.views[index];
      globalThis.view = name;
      await call('1');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await new Promise((resolve) => setImmediate(resolve));
  } catch (error) {
    problem = String(error?.stack ?? error);
  }
  runs.push({ calls: globalThis.calls, problem });
  for (const name of Object.keys(variables)) delete env[name];
}
process.stdout.write(JSON.stringify(runs));
process.exit(0);
`;

export function runPrograms(root: string, programs: readonly Program[]): readonly Run[] {
  write(join(root, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(fakePackages())) {
    const folder = join(root, 'node_modules', name);
    write(join(folder, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
    write(join(folder, 'index.js'), text);
  }
  const listed = programs.map(({ files, variables }, index) => {
    const folder = join(root, `program-${String(index)}`);
    for (const [name, text] of Object.entries(files)) writeSource(folder, name, text);
    return { folder, variables };
  });
  write(join(root, 'runner.js'), RUNNER);
  const output = execFileSync(
    process.execPath,
    [join(root, 'runner.js'), JSON.stringify({ programs: listed })],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(output) as readonly Run[]; // because the runner above writes this format
}

function writeSource(folder: string, name: string, text: string): void {
  if (!name.endsWith('.ts')) write(join(folder, name), text);
  else {
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
    const { code } = transformSync(text, { loader: 'ts', target: 'node20', tsconfigRaw });
    write(join(folder, name.replace(/\.ts$/, '.js')), code);
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
