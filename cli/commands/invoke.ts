// `framework invoke`: calls a function of the application, either deployed or on this machine.
import { realpathSync } from 'node:fs';
import { buffer as readAll } from 'node:stream/consumers';
import { indentedJson } from '../../compiler/json-values.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import { isCloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import { appNameOf } from '../config/cloud-names.js';
import { API_HANDLER, STREAM_HANDLER } from '../config/stage-config.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import { createEventMaker } from '../serve/gateway/index.js';
import {
  readCall,
  type Call,
  type FunctionCall,
  type RouteCall,
  admitRequest,
} from '../look/invoke/call-options.js';
import {
  callDeployed,
  type DeployedCall,
  type InvokeOutcome,
  isFine,
  showAnswer,
  invokeDocument,
  renderOutcome,
} from '../look/invoke/outcome.js';
import { callLocally } from '../look/invoke/local-call.js';
import { aborted } from '../program/time-limit.js';
import { describeMissing, functionPlace, isFunctionName } from '../look/logs/function-place.js';
import { posixPath } from '../project/disk.js';
import { withCloud } from './cloud-command.js';
import { fail, refuse, report } from './failure.js';

/** The path of the built worker, relative to this file in the build. */
const WORKER = new URL('../cli/worker.js', import.meta.url);

export async function run(input: CommandInput): Promise<ExitCode> {
  const pendingCall = readCall(input, () => readAll(process.stdin));
  // Standard input may never end.
  const read = await Promise.race([pendingCall, aborted(input.signal)]);
  if (!read) return ExitCode.interrupted;
  switch (read.kind) {
    case 'misuse':
      return refuse(input, { message: read.message, help: 'framework invoke --help' });
    case 'failed':
      return fail(input, read.diagnostics);
    case 'call':
      if (isGiven(input, 'local')) return invokeLocally(input, read.call);
      return read.call.kind === 'function'
        ? invokeFunction(input, read.call)
        : invokeRoute(input, read.call);
  }
}

async function invokeLocally(input: CommandInput, call: Call): Promise<ExitCode> {
  const { terminal, environment, signal, projectDirectory } = input;
  const called = await callLocally({
    root: posixPath(realpathSync(projectDirectory)),
    stage: textOption(input, 'stage'),
    call,
    environment,
    workerScript: WORKER,
    onText: (text) => terminal.err.write(text),
    signal,
  });
  if (signal.aborted) return ExitCode.interrupted;
  if (called.kind === 'failed') return fail(input, called.diagnostics);
  report(input, called.diagnostics);
  return finish(input, call, { result: called.result, log: [], measured: undefined });
}

async function invokeFunction(input: CommandInput, call: FunctionCall): Promise<ExitCode> {
  const stage = textOption(input, 'stage');
  const identity = await identifyStage(input, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const { name, payload = '{}' } = call;
  const asked = { app: identity.app, key: name, payload, invocation: undefined };
  return withCloud(input, (cloud) => callInCloud(input, { cloud, call, asked }));
}

/** Finds the route in the source, because the event must contain the route's path and captures. */
async function invokeRoute(input: CommandInput, call: RouteCall): Promise<ExitCode> {
  const stage = textOption(input, 'stage');
  const { projectDirectory: directory } = input;
  const { config, compilation, diagnostics } = loadApp({ directory, stage });
  const manifest = compilation?.manifest;
  if (hasErrors(diagnostics) || !config || !manifest) return fail(input, diagnostics);
  const app = appNameOf(config, manifest);
  const known = await identifyStage(input, stage);
  const record = known.kind === 'known' ? known.record : undefined;
  return withCloud(input, async (cloud) => {
    const identity = {
      stage: config.settings.api_gateway_stage,
      accountId: record?.account ?? '123456789012',
      apiId: record?.api?.id ?? 'invoke',
      region: cloud.region,
      scheme: 'https',
      port: 443,
    } as const;
    const admitted = await admitRequest(call, manifest, identity);
    if (admitted.kind === 'failed') return fail(input, admitted.diagnostics);
    if (admitted.kind === 'answer') {
      const result = { kind: 'answered', answer: showAnswer(admitted.answer) } as const;
      return finish(input, call, { result, log: [], measured: undefined });
    }
    const { invocation } = admitted;
    const payload = JSON.stringify(createEventMaker(identity)(invocation));
    const key = admitted.isStreamed ? STREAM_HANDLER : API_HANDLER;
    const asked = { app, key, payload, invocation };
    return callInCloud(input, { cloud, call, asked });
  });
}

type CloudCall = {
  readonly cloud: Cloud;
  readonly call: Call;
  readonly asked: Omit<DeployedCall, 'functionName' | 'isStreamed'> & {
    readonly app: string;
    readonly key: string;
  };
};

async function callInCloud(
  input: CommandInput,
  { cloud, call, asked }: CloudCall,
): Promise<ExitCode> {
  const target = functionPlace({ app: asked.app, stage: textOption(input, 'stage') }, asked.key);
  const { functionName } = target;
  if (!isFunctionName(target)) return fail(input, [await describeMissing(cloud, target)]);
  try {
    const isStreamed = asked.key === STREAM_HANDLER;
    const calling = callDeployed(cloud, { ...asked, functionName, isStreamed });
    const outcome = await Promise.race([calling, aborted(input.signal)]);
    if (outcome) return finish(input, call, outcome);
    input.terminal.err.write(`Interrupted. ${functionName} may still run.\n`);
    return ExitCode.interrupted;
  } catch (error) {
    if (!isCloudError(error, 'missing')) throw error;
    return fail(input, [await describeMissing(cloud, target)]);
  }
}

function finish(input: CommandInput, call: Call, outcome: InvokeOutcome): ExitCode {
  const { out, err } = input.terminal;
  if (isGiven(input, 'json')) {
    out.write(indentedJson(invokeDocument(input, call, outcome)));
  } else {
    const shown = renderOutcome(outcome, err);
    err.write(shown.conversation);
    out.write(shown.answer);
  }
  return isFine(outcome) ? ExitCode.ok : ExitCode.diagnostics;
}
