// Serves tools over the Model Context Protocol on standard input and output, with the official SDK. While the server runs,
// nothing else may write to standard output.
import type { Readable } from 'node:stream';
import { toJsonSchema } from '@valibot/to-json-schema';
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { bugDiagnostic } from '../program/bug.js';
import { aborted, within } from '../program/time-limit.js';
import { version } from '../program/version.js';
import { callTool, refusal, type Tool, type ToolContext, type ToolResult } from './tool.js';

export type Serving = {
  /** All tools, including those that are not listed. */
  readonly tools: readonly Tool[];
  readonly context: Omit<ToolContext, 'signal'>;
  readonly instructions: string;
  /** Loads the modules that most calls need. Called after the client has received the list of tools. */
  readonly warmUp: () => Promise<unknown>;
  readonly stdin: Readable;
  readonly signal: AbortSignal;
};

/** Milliseconds for running calls to complete what they started. */
const GRACE = 5000;
const INVALID_PARAMS = -32602;

/** Resolves when standard input has ended or the signal is aborted, and all running calls have ended. */
export async function serveTools(serving: Serving): Promise<void> {
  const { stdin, signal } = serving;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const ended = new Promise<void>((resolve) => stdin.once('end', resolve).once('close', resolve));
  const handle = serveStdio(() => createServer(serving, { signal: closing.signal, running }));
  await Promise.race([ended, aborted(signal)]);
  closing.abort();
  await within(GRACE, Promise.allSettled(running));
  await handle.close();
}

function createServer(
  { tools, context, instructions, warmUp }: Serving,
  life: { readonly signal: AbortSignal; readonly running: Set<Promise<unknown>> },
) {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- because the high-level class words wrong arguments by itself
  const server = new Server(
    { name: 'framework', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => {
    setImmediate(() => void warmUp());
    const listed = tools.filter(({ effect }) => effect !== 'changes' || context.mayDeploy);
    return { tools: listed.map(descriptionOf) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(INVALID_PARAMS, `There is no tool \`${params.name}\`.`);
    const signal = AbortSignal.any([life.signal, mcpReq.signal]);
    const call = callTool(tool, params.arguments, { ...context, signal }).catch(bugOf);
    life.running.add(call);
    const result = await call.finally(() => life.running.delete(call));
    return answerOf(result);
  });
  return server;
}

function bugOf(error: unknown): ToolResult {
  return refusal([bugDiagnostic(error, { version, argv: ['mcp'], environment: {} })]);
}

function descriptionOf({ name, title, description, inputs, effect }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: toJsonSchema(inputs) as { type: 'object' }, // because the schema for an object has this type
    annotations: { readOnlyHint: effect === 'reads', destructiveHint: effect === 'changes' },
  };
}

/** Prefers the text of a page, which is easier to read than JSON that contains it. */
function answerOf({ document, notes, isError }: ToolResult) {
  const { text } = document;
  const texts = [typeof text === 'string' ? text : JSON.stringify(document), notes.trim()];
  return {
    content: texts.filter((one) => one !== '').map((one) => ({ type: 'text' as const, text: one })),
    structuredContent: document,
    isError,
  };
}
