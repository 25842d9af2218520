// What the last deploy of a stage changed: its code, its routes, or both. The deployment that the stage shows has a record
// with the version of the code that it was made with; code that is another one came with a later deploy, of code alone.
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudFunction, FunctionHistory } from '../../../cloud/lambda-calls.js';
import { type DeploymentRecord, readDeploymentRecord } from './deployment-record.js';
import type { FoundApi } from './find-api.js';
import { type CodeHistory, deployOfNumber } from '../function/code-history.js';

/** A deployment of the API. */
export type Shown = {
  /** Undefined for one that was not made by a deploy. */
  readonly record: DeploymentRecord | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

export type LastDeployment = {
  readonly shown: Shown | undefined;
  readonly changed: DeploymentRecord['changed'];
};

export type RunningCode = {
  readonly leader: CloudFunction;
  readonly history: FunctionHistory;
  readonly code: CodeHistory;
};

export async function lastDeployment(
  cloud: Cloud,
  api: FoundApi | undefined,
  running: RunningCode,
): Promise<LastDeployment> {
  let shown = api?.deployment && { record: undefined, createdAt: 0, ...api.deployment };
  for (;;) {
    if (!shown?.record || isCodeNewer(shown.record, shown.createdAt, running)) {
      return { shown, changed: ['code'] };
    }
    const { changed, document, previous } = shown.record;
    const before: Shown | undefined =
      changed.includes('code') || !api || previous === undefined
        ? undefined
        : await readShown(cloud, api.id, previous);
    // The same routes were published again, by the first deploy after a rollback for example: nothing that can be undone.
    if (!api || before?.record?.document !== document) return { shown, changed };
    shown = { id: previous ?? '', hash: undefined, ...before };
  }
}

async function readShown(
  { apiGateway }: Cloud,
  apiId: string,
  id: string,
): Promise<Shown | undefined> {
  const found = await apiGateway.getDeployment(apiId, id);
  return found && { record: readDeploymentRecord(found.description), createdAt: found.createdAt };
}

/** API Gateway tells whole seconds. */
const SECOND = 1000;

function isCodeNewer(
  { code: recorded, version }: DeploymentRecord,
  createdAt: number,
  { leader, history, code: { current } }: RunningCode,
): boolean {
  if (version === undefined || !current) {
    // Of a framework that noted no versions: the same code may have been deployed again since.
    return leader.codeSha256 !== recorded || (current?.publishedAt ?? 0) > createdAt + SECOND;
  }
  return deployOfNumber(version, history)?.version !== current.version;
}
