// Bundles and calls a small application, with only the runtime code that it uses or with the whole runtime.
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'fflate';
import { expect } from 'vitest';
import type { ProxyEvent } from '../../runtime/contract/proxy-event.js';
import { capturedOutput } from '../support/captured-output.js';
import { proxyEvent } from '../support/proxy-events.js';
import { bundleProject, packageFolder } from './bundle-project.js';
import { type FileContent, makeProject } from './temporary-project.js';

/** The code after `const app`, the requests to send, and additional files. */
export type AskedApp = {
  readonly source: string;
  readonly events: readonly Partial<ProxyEvent>[];
  /** The events with which lambda functions are called, by function name; defaults to `{}`. */
  readonly deliveries?: Readonly<Record<string, unknown>>;
  readonly files?: Files;
  /** True if the configuration enables JSON logs. */
  readonly logsJson?: boolean;
  /** True if the configuration enables metrics. */
  readonly hasMetrics?: boolean;
};

type Files = Readonly<Record<string, FileContent>>;

export type Answered = {
  readonly answers: readonly unknown[];
  readonly log: string;
  /**
   * Returns the compressed size of the bundle. It is computed on demand, because compressing takes as long as everything else.
   */
  readonly bytes: () => number;
};

type Handlers = Readonly<Record<string, (event: unknown, out?: Writable) => Promise<unknown>>>;

/** Bundles an application and calls it. A whole bundle contains the full runtime, as in `framework local`. */
export async function ask(
  { source, events, deliveries = {}, files, logsJson = false, hasMetrics = false }: AskedApp,
  runtime: 'slim' | 'whole',
): Promise<Answered> {
  const root = makeProject({
    'package.json': '{ "name": "small", "type": "module" }',
    'app.ts': `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'small' });\n${source}`,
    ...files,
  });
  const built = await bundleProject(root, {
    target: { cpus: ['x64'], runsHere: runtime === 'whole', logsJson, hasMetrics },
    minify: runtime === 'slim',
  });
  expect(built.diagnostics).toEqual([]);
  const file = join(packageFolder(root), 'index.mjs');
  const loaded = join(packageFolder(root), 'loaded.mjs');
  writeFileSync(loaded, readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  const { handler, stream, ...functions } = (await import(pathToFileURL(loaded).href)) as Handlers; // because the entry exports them
  const answers: unknown[] = [];
  const log = await capturedOutput(async () => {
    for (const event of events)
      answers.push(await (stream ? streamed(stream, event) : handler?.(proxyEvent(event))));
    for (const [name, call] of Object.entries(functions))
      answers.push(await call(deliveries[name.replace('function_', '')] ?? {}));
  });
  return {
    answers,
    log: log.replaceAll(/^ +at .*\n/gm, (frame) => ownPlace(frame, `${file}.map`)),
    // Tests contain the expected sizes, which must not depend on the version of Node.js, as zlib's output does.
    bytes: () => gzipSync(readFileSync(file), { level: 9, mtime: 0 }).length,
  };
}

/** Returns what a streaming handler writes. */
async function streamed(
  stream: (event: unknown, out: Writable) => Promise<unknown>,
  event: Partial<ProxyEvent>,
): Promise<string> {
  const out = new PassThrough();
  const [written] = await Promise.all([text(out), stream(proxyEvent(event), out)]);
  return written;
}

/** Returns the source location of a stack frame, using the bundle's source map; empty if it is outside the application. */
function ownPlace(frame: string, map: string): string {
  const [, line, column] = /loaded\.mjs:(\d+):(\d+)/.exec(frame) ?? [];
  if (line === undefined) return '';
  const payload = JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload; // because our bundler wrote it
  const found = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in found) || !found.originalSource.endsWith('app.ts')) return '';
  return `  at app.ts:${found.originalLine + 1}:${found.originalColumn + 1}\n`;
}

/**
 * Calls an application twice, with only the runtime code that it uses and with the whole runtime, and expects equal results.
 */
export async function expectNothingMissing(app: AskedApp): Promise<void> {
  const { bytes: _slim, ...slim } = await ask(app, 'slim');
  const { bytes: _whole, ...whole } = await ask(app, 'whole');
  expect(slim, app.source).toEqual(whole);
}

const SDK: Files = {
  'node_modules/sdk/package.json':
    '{ "name": "sdk", "version": "1.0.0", "main": "index.js", "types": "index.d.ts" }',
  'node_modules/sdk/index.d.ts': 'export function run(client: unknown): unknown;',
};

/** Creates a package that does not depend on the framework; `run` is the body of the function that the package exports. */
export const sdk = (run: string): Files => ({
  ...SDK,
  'node_modules/sdk/index.js': `exports.run = (given) => { ${run} };`,
});
