// Method settings of a stage, changed by UpdateStage
// (docs.aws.amazon.com/apigateway/latest/api/patch-operations.html#UpdateStage-Patch).
import { badRequest, notFound } from '../refusals.js';
import type { Patch } from './members.js';
import type { MethodSettings, Stage } from './store.js';

const PATH =
  /^\/([^/]+\/[^/]+)(?:\/(throttling\/rateLimit|throttling\/burstLimit|logging\/loglevel|metrics\/enabled))?$/;

/** Reads a patch of a method setting; undefined if the patch changes something else. */
export function readMethodPatch(
  { op, path, value = '' }: Patch,
  stage: Stage,
): (() => void) | undefined {
  const [, method, setting] = PATH.exec(path) ?? [];
  if (method === undefined || method.startsWith('variables/')) return undefined;
  if (setting === undefined) {
    if (op !== 'remove')
      throw badRequest(
        `Invalid patch path  '${path}' specified for op '${op}'. Please choose supported operations`,
      );
    if (!Object.hasOwn(stage.methodSettings, method))
      throw notFound(`Invalid method setting path: ${path}`);
    return () => {
      const others = Object.entries(stage.methodSettings).filter(([name]) => name !== method);
      stage.methodSettings = Object.fromEntries(others);
    };
  }
  if (op !== 'replace')
    throw badRequest(
      `Invalid patch path  '${path}' specified for op '${op}'. Please choose supported operations`,
    );
  const changed = readSetting(setting, value);
  return () => {
    const before = stage.methodSettings[method];
    stage.methodSettings = { ...stage.methodSettings, [method]: { ...before, ...changed } };
  };
}

function readSetting(setting: string, value: string): MethodSettings {
  switch (setting) {
    case 'throttling/rateLimit':
      return { rateLimit: readLimit(value, false) };
    case 'throttling/burstLimit':
      return { burstLimit: readLimit(value, true) };
    case 'logging/loglevel':
      return { loggingLevel: value };
    default:
      return { metricsEnabled: value === 'true' };
  }
}

/** Reads a limit; -1 removes it. */
function readLimit(text: string, isWhole: boolean): number {
  const limit = Number(text);
  const isRight = text !== '' && (isWhole ? Number.isInteger(limit) : Number.isFinite(limit));
  if (isRight && (limit >= 0 || limit === -1)) return limit;
  throw badRequest(`Invalid throttling limit: ${text}`);
}
