// `framework logs`: prints the output and log lines of a deployed function (specification 2.1, 4.6).
import { code } from '../../compiler/diagnostics/diagnostic.js';
import { printable } from '../../runtime/contract/printable.js';
import type { Cloud } from '../cloud/cloud.js';
import type { LogEvent } from '../cloud/services/logs.js';
import {
  ExitCode,
  isGiven,
  optionalNumber,
  optionalText,
  textOption,
  type CommandInput,
} from '../program/command.js';
import { API_HANDLER, STREAM_HANDLER } from '../config/stage-config.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import { deployedMaps } from '../look/logs/deployed-maps.js';
import {
  describeMissing,
  functionPlace,
  isFunctionName,
  type FunctionPlace,
} from '../look/logs/function-place.js';
import {
  createLogOutput,
  type LogOutput,
  metricsDocument,
  renderSums,
  sumMetrics,
} from '../look/logs/log-output.js';
import { type LogReader, openLog, followLog, readSince } from '../look/logs/log-reader.js';
import { type MetricsLine, readLogLine } from '../look/logs/log-line.js';
import { aborted } from '../program/time-limit.js';
import { withCloud } from './cloud-command.js';
import { fail, refuse } from './failure.js';

/** Milliseconds between two reads of a log with `--follow`. */
const INTERVAL = 2000;
/** Milliseconds after which the output of a running request is shown. */
const PATIENCE = 10_000;

export async function run(input: CommandInput): Promise<ExitCode> {
  const stage = textOption(input, 'stage');
  const since = readSince(textOption(input, 'since'), Date.now());
  if (since.kind === 'problem')
    return refuse(input, { message: since.message, help: 'framework logs --help' });
  const clash = isGiven(input, 'metrics') ? clashWithMetrics(input) : undefined;
  if (clash !== undefined) {
    const message = `${code(`--${clash}`)} and \`--metrics\` cannot be combined.`;
    return refuse(input, { message, help: 'framework logs --help' });
  }
  const identity = await identifyStage(input, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const target = functionPlace({ app: identity.app, stage }, textOption(input, 'name'));
  // The record may be on another machine, from which the stage was deployed.
  const { record } = identity;
  const ofStreams = functionPlace({ app: identity.app, stage }, STREAM_HANDLER);
  const mayStream = record?.functions.includes(ofStreams.functionName) ?? true;
  const streaming = mayStream ? ofStreams : undefined;
  return withCloud(input, (cloud) =>
    showLog(input, { cloud, target, from: since.from, streaming }),
  );
}

/** Returns an option that cannot be combined with `--metrics`, because the sums include all lines of the API functions. */
function clashWithMetrics(input: CommandInput): string | undefined {
  const others = ['follow', 'filter', 'num-entries', 'include-lambda-messages'];
  const given = others.find((name) => (input.options[name] ?? false) !== false);
  return given ?? (textOption(input, 'name') === API_HANDLER ? undefined : 'name');
}

/** Sums up the lines that the functions for routes write if the configuration enables `metrics`. */
async function showMetrics(input: CommandInput, sought: Sought): Promise<ExitCode> {
  const { cloud, target, from, streaming } = sought;
  const { out, err } = input.terminal;
  const lines: MetricsLine[] = [];
  const readerOf = ({ functionName }: FunctionPlace): LogReader =>
    openLog(cloud.logs, {
      group: `/aws/lambda/${functionName}`,
      from,
      pattern: '"CloudWatchMetrics"',
      isFollowed: false,
    });
  const collect = (events: readonly LogEvent[]): Promise<void> => {
    const read = events.map(({ message }) => readLogLine(message));
    lines.push(...read.filter((line) => line.kind === 'metrics'));
    return Promise.resolve();
  };
  const looks = Promise.all(
    [target, ...(streaming ? [streaming] : [])].map((one) => readerOf(one).look(collect)),
  );
  const [look] = (await Promise.race([looks, aborted(input.signal)])) ?? [];
  if (look === undefined) return ExitCode.interrupted;
  if (look === 'missing' && lines.length === 0 && !(await isDeployed(cloud, target)))
    return fail(input, [await describeMissing(cloud, target)]);
  const sums = sumMetrics(lines);
  if (isGiven(input, 'json')) out.write(metricsDocument(from, sums));
  else out.write(renderSums(sums, out));
  if (sums.length === 0) {
    const since = textOption(input, 'since');
    err.write(
      `${target.functionName} has written no metrics since ${since}: it received no requests, or its stage does not set \`"metrics": true\` in .framework/config.json.\n`,
    );
  }
  return ExitCode.ok;
}

type Sought = {
  readonly cloud: Cloud;
  readonly target: FunctionPlace;
  readonly from: number;
  /** The function for streaming routes; undefined if the stage cannot have one. */
  readonly streaming: FunctionPlace | undefined;
};

async function showLog(input: CommandInput, sought: Sought): Promise<ExitCode> {
  const { cloud, target, from } = sought;
  const { functionName } = target;
  if (!isFunctionName(target)) return fail(input, [await describeMissing(cloud, target)]);
  if (isGiven(input, 'metrics')) return showMetrics(input, sought);
  const isFollowed = isGiven(input, 'follow');
  const pattern = optionalText(input, 'filter');
  const group = `/aws/lambda/${functionName}`;
  const reader = openLog(cloud.logs, { group, from, pattern, isFollowed });
  const output = outputFor(input, functionName);
  const printer = createPrinter(input);
  const maps = deployedMaps(cloud.lambda, functionName);
  const onEvents = async (events: readonly LogEvent[]): Promise<void> => {
    for (const event of events) {
      const message = await maps.apply(event.message, event.timestamp);
      printer.print(output.add({ ...event, message }));
    }
  };
  const { closed } = input.terminal.out;
  const signal = closed ? AbortSignal.any([input.signal, closed]) : input.signal;
  const look = await Promise.race([reader.look(onEvents), aborted(signal)]);
  if (look === undefined) return isFollowed ? ExitCode.ok : ExitCode.interrupted;
  if (look === 'missing' && !(await isDeployed(cloud, target)))
    return fail(input, [await describeMissing(cloud, target)]);
  if (!isFollowed) {
    printer.print(output.flush());
    printer.end();
    if (printer.count() === 0) sayNothing(input, target, look);
    return ExitCode.ok;
  }
  printer.end();
  if (look === 'missing') sayNothing(input, target, look);
  try {
    await followLog({
      reader,
      onEvents,
      onLook: () => printer.print(output.flushOlder(Date.now() - PATIENCE)),
      onTrouble: (reason) => {
        const text = `The log cannot be read at the moment; trying again: ${reason}`;
        input.terminal.err.write(`${printable(text)}\n`);
      },
      interval: INTERVAL,
      signal,
    });
  } finally {
    // The rest of the output is printed even if the credentials expired in the meantime.
    printer.print(output.flush());
  }
  // Only Ctrl-C stops following a log, so the exit code reports success.
  return ExitCode.ok;
}

/** Ignores the log group, which is created with the first line and stays when the function is deleted. */
async function isDeployed(cloud: Cloud, { functionName }: FunctionPlace): Promise<boolean> {
  return (await cloud.lambda.getFunctionConfiguration(functionName)) !== undefined;
}

function sayNothing(
  input: CommandInput,
  { functionName }: FunctionPlace,
  look: 'read' | 'missing',
): void {
  const { err } = input.terminal;
  const next = isGiven(input, 'follow') ? 'waiting for its first call' : 'it was never called';
  if (look === 'missing') err.write(`${functionName} has no log yet: ${next}.\n`);
  else err.write(`${functionName} has logged nothing since ${textOption(input, 'since')}.\n`);
}

function outputFor(input: CommandInput, functionName: string): LogOutput {
  const { out } = input.terminal;
  const key = textOption(input, 'name');
  return createLogOutput({
    form: isGiven(input, 'json') ? 'json' : out.isTty ? 'screen' : 'plain',
    name: key === API_HANDLER ? functionName : key,
    look: out,
    withLambda: isGiven(input, 'include-lambda-messages'),
    isFiltered: optionalText(input, 'filter') !== undefined,
  });
}

type Printer = {
  readonly print: (entries: readonly string[]) => void;
  /** Called after the last of the existing events. With `--num-entries`, prints the newest ones. */
  readonly end: () => void;
  readonly count: () => number;
};

function createPrinter(input: CommandInput): Printer {
  const { out } = input.terminal;
  const most = optionalNumber(input, 'num-entries') ?? 0;
  let kept: string[] | undefined = most > 0 ? [] : undefined;
  let count = 0;
  return {
    print: (entries) => {
      count += entries.length;
      if (!kept) {
        if (entries.length > 0) out.write(entries.join(''));
        return;
      }
      kept.push(...entries);
      // Old events are dropped in batches, because each drop copies all remaining events.
      if (kept.length > 2 * most) kept = kept.slice(-most);
    },
    end: () => {
      if (kept && kept.length > 0) out.write(kept.slice(-most).join(''));
      kept = undefined;
    },
    count: () => count,
  };
}
