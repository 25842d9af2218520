// Runs the application for the tool `local_request`.
import { diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import { resolve } from 'node:path';
import { createAppBuilder } from '../serve/testing/app-builder.js';
import type { RawAnswer } from '../serve/testing/messages.js';
import { openApp } from '../serve/testing/open-app.js';
import type { RequestOptions } from '../serve/testing/test-client.js';
import { rawRequest } from '../serve/testing/raw-request.js';
import { refusal, type ToolContext, type ToolResult, requestNotSent } from './tool.js';

export type LocalRequests = {
  readonly requests: readonly (Pick<RequestOptions, 'headers' | 'json' | 'as'> & {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
  })[];
  readonly stage?: string | undefined;
  readonly project_dir?: string | undefined;
};

export async function sendRequests(
  { requests, stage = 'dev', project_dir = '.' }: LocalRequests,
  { projectDirectory, environment, signal }: ToolContext,
): Promise<ToolResult> {
  const directory = resolve(projectDirectory, project_dir);
  const { diagnostics } = loadApp({ directory, stage, machine: {} });
  if (hasErrors(diagnostics)) return refusal(diagnostics);
  let printed = '';
  const unsent = (error: unknown): ToolResult => {
    const reason = error instanceof Error ? error.message : String(error);
    return refusal([diagnose(requestNotSent, { reason })], printed);
  };
  const raw = attempt(() =>
    requests.map(({ method, path, ...given }) =>
      rawRequest(method, path, { common: { Accept: '*/*' }, ...given }),
    ),
  );
  if ('error' in raw) return unsent(raw.error);
  const asked = {
    directory,
    entry: undefined,
    stage,
    processEnvironment: environment,
    environment: {},
    timeout: undefined,
    isLoadedByTest: false,
  };
  const ports = {
    builder: createAppBuilder(),
    onText: (_: 'out' | 'err', text: string) => {
      printed += text;
    },
    callTest: () => Promise.reject(new Error('no test has loaded the application')),
  };
  try {
    const app = await openApp(asked, ports);
    const stop = (): void => void app.close();
    signal.addEventListener('abort', stop);
    try {
      const answers = [];
      for (const [index, request] of raw.value.entries()) {
        if (signal.aborted) break;
        const caller = requests[index]?.as;
        answers.push(shown(await app.request(request, { caller, provided: [] })));
      }
      return { document: { version: 1, answers, printed }, notes: '', isError: signal.aborted };
    } finally {
      signal.removeEventListener('abort', stop);
      await app.close();
    }
  } catch (error) {
    return unsent(error);
  }
}

function attempt<T>(make: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}

function shown({ status, headers, chunks, note }: RawAnswer): object {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? ''] as const] : [],
  );
  return {
    status,
    headers: Object.fromEntries(pairs),
    ...bodyOf(Buffer.concat(chunks)),
    ...(note !== undefined && { note }),
  };
}

/** Returns JSON as a value, other text unchanged, and anything else as base64. */
function bodyOf(bytes: Uint8Array): object {
  const decoded = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if ('error' in decoded) return { base64: Buffer.from(bytes).toString('base64') };
  const parsed = attempt((): unknown => JSON.parse(decoded.value));
  return 'value' in parsed ? { json: parsed.value } : { text: decoded.value };
}
