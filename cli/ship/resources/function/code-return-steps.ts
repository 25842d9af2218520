// The steps that roll code back. The leader is the function whose versions are the history. It is the last one, and its
// description records the end of the rollback.
import type {
  Architecture,
  CloudFunction,
  DescribedVersion,
} from '../../../cloud/services/lambda-function.js';
import { ownDescription } from '../../stage/own-tag.js';
import { retry } from '../../stage/retry.js';
import type { Ports } from '../../stage/session.js';
import type { Owner } from '../../stage/states.js';
import { idsOf, type Step } from '../../stage/step.js';
import { boundUpdate } from './bound-update.js';
import { ready, untilReady } from './function-ready.js';
import { functionId } from './function-state.js';
import { type ReturnRecord, writeReturnRecord } from './code-history.js';

export type CodeReturn = {
  /** The functions of the restored code that run other code now, without the leader. */
  readonly followers: readonly CloudFunction[];
  readonly leader: CloudFunction;
  readonly version: DescribedVersion;
  readonly zip: Uint8Array;
  /** The architecture that each function had, by name. */
  readonly architectures: ReadonlyMap<string, Architecture>;
  readonly record: ReturnRecord;
};

type StepsOf = (ports: Ports) => readonly Step[];

/** The steps when only the description is left to write. */
export function finishSteps(
  leader: CloudFunction,
  { version }: DescribedVersion,
  owner: Owner,
): StepsOf {
  return (ports) => [
    {
      id: functionId(leader.name),
      label: labelOf(leader, `version ${version}`),
      dependsOn: [],
      run: () => endReturn(leader, ports, owner),
    },
  ];
}

export function returnSteps(code: CodeReturn, owner: Owner): StepsOf {
  const {
    followers,
    leader,
    version: { version },
  } = code;
  return (ports) => {
    const following = followers.map((one): Step => ({
      id: functionId(one.name),
      label: labelOf(one, `the code of ${leader.name}, version ${version}`),
      dependsOn: [],
      run: async () => {
        await putCode(one, code, ports);
      },
    }));
    return [
      ...following,
      {
        id: functionId(leader.name),
        label: labelOf(leader, `version ${version}`),
        dependsOn: idsOf(following),
        // Three writes: the intention, the code, and the completion. A later command that finds only the first finishes
        // this rollback and begins no other.
        run: async () => {
          const described = await describe(leader, writeReturnRecord(code.record), ports);
          await endReturn(await putCode(described, code, ports), ports, owner);
        },
      },
    ];
  };
}

function labelOf({ name }: CloudFunction, code: string): Step['label'] {
  return { verb: 'return', object: `function ${name} to ${code}` };
}

/** Writes the completion. No step waits for it. */
async function endReturn(leader: CloudFunction, ports: Ports, owner: Owner): Promise<void> {
  await putDescription(await ready(leader, ports), ownDescription(owner), ports);
}

async function describe(
  seen: CloudFunction,
  description: string,
  ports: Ports,
): Promise<CloudFunction> {
  const current = await untilReady(seen, ports);
  if (current.description === description) return current;
  return ready(await putDescription(current, description, ports), ports);
}

function putDescription(
  current: CloudFunction,
  description: string,
  ports: Ports,
): Promise<CloudFunction> {
  return bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.describeFunction({ name, description, revisionId }),
  );
}

/** Updates the code and publishes a version, so that the running code is always the newest version. */
async function putCode(
  seen: CloudFunction,
  { zip, architectures }: CodeReturn,
  ports: Ports,
): Promise<CloudFunction> {
  const current = await untilReady(seen, ports);
  const architecture = architectures.get(seen.name) ?? seen.architecture;
  const updated = await bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.updateFunctionCode({ name, architecture, zip, revisionId }),
  );
  return ready(updated, ports);
}

/** Updates only the revision that was read, because another command may have changed the function. */
function bound(
  current: CloudFunction,
  ports: Ports,
  update: (current: CloudFunction) => Promise<CloudFunction>,
): Promise<CloudFunction> {
  return boundUpdate(current, ports, (one) => retry(() => update(one), ports.wait));
}
