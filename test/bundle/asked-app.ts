// A small application that is bundled and asked, with the runtime it uses or with all of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gzipSync as gzipByNode } from 'node:zlib';
import { gzipSync } from 'fflate';
import { expect } from 'vitest';
import type { ProxyEvent } from '../../runtime/contract/proxy-event.js';
import { capturedOutput } from '../support/captured-output.js';
import { proxyEvent } from '../support/proxy-events.js';
import { bundleProject, packageFolder } from './bundle-project.js';
import { type FileContent, makeProject } from './temporary-project.js';

/** What stands behind `const app`, the requests that it is asked, and files beside it. */
export type AskedApp = {
  readonly source: string;
  readonly events: readonly Partial<ProxyEvent>[];
  /** What functions of the cloud are called with, by name; `{}` unless given. */
  readonly deliveries?: Readonly<Record<string, unknown>>;
  readonly files?: Files;
  /** True when the configuration asks for lines of JSON. */
  readonly logsJson?: boolean;
  /** True when the configuration asks for metrics. */
  readonly hasMetrics?: boolean;
};

type Files = Readonly<Record<string, FileContent>>;

export type Answered = {
  readonly answers: readonly unknown[];
  readonly log: string;
  /** Of the bundle, compressed. To compress takes as long as the rest, so it is done when it is asked for. */
  readonly bytes: () => number;
};

/** Sizes of slim bundles are written down, so they must not depend on the version of Node.js, as those of its zlib do. */
const compressed = {
  slim: (bundle: Uint8Array) => gzipSync(bundle, { level: 9, mtime: 0 }),
  whole: (bundle: Uint8Array) => gzipByNode(bundle, { level: 9 }),
} as const;

type Handlers = Readonly<Record<string, (event: unknown, out?: Writable) => Promise<unknown>>>;

/** Bundles an application and asks it; a whole one has all of the runtime, as `framework local` runs it. */
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
    bytes: () => compressed[runtime](readFileSync(file)).length,
  };
}

/** What a streaming handler writes. */
async function streamed(
  stream: (event: unknown, out: Writable) => Promise<unknown>,
  event: Partial<ProxyEvent>,
): Promise<string> {
  const out = new PassThrough();
  const [written] = await Promise.all([text(out), stream(proxyEvent(event), out)]);
  return written;
}

/** The line of a frame of a stack, where the bundle's map leads; nothing when that is not the application. */
function ownPlace(frame: string, map: string): string {
  const [, line, column] = /loaded\.mjs:(\d+):(\d+)/.exec(frame) ?? [];
  if (line === undefined) return '';
  const payload = JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload; // because our bundler wrote it
  const found = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in found) || !found.originalSource.endsWith('app.ts')) return '';
  return `  at app.ts:${found.originalLine + 1}:${found.originalColumn + 1}\n`;
}

/** Asks an application with the runtime that it uses and with all of it. */
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

/** A package that has never heard of the framework; `run` is the body of what it exports. */
export const sdk = (run: string): Files => ({
  ...SDK,
  'node_modules/sdk/index.js': `exports.run = (given) => { ${run} };`,
});
