// The mappings of a cloud in memory, and the queues, tables and streams that they read.
import type { CloudErrorKind } from '../../cloud/cloud-error.js';
import { CloudError } from '../../cloud/cloud-error.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { CloudFunction } from '../../cloud/services/lambda-function.js';
import type { CloudMapping } from '../../cloud/services/mappings.js';
import type { CloudQueue } from '../../cloud/services/sqs.js';
import type { CloudStream } from '../../cloud/services/kinesis.js';
import type { CloudTable } from '../../cloud/services/dynamodb.js';

export type FakeMapping = {
  current: CloudMapping;
  tags: Tags;
  /** The number of reads until the change is done. */
  busyReads: number;
};

export type FakeSources = {
  readonly calls: {
    readonly mappings: Cloud['mappings'];
    readonly sources: Cloud['queues'] & Cloud['tables'] & Cloud['streams'];
  };
  readonly mappings: Map<string, FakeMapping>;
  readonly queues: Map<string, CloudQueue>;
  readonly tables: Map<string, CloudTable>;
  readonly streams: Map<string, CloudStream>;
};

type FakeSourcesInput = {
  readonly region: string;
  readonly account: string;
  readonly functions: ReadonlyMap<string, { readonly current: CloudFunction }>;
  /** The policies of a role; undefined for one that is given. */
  readonly policiesOf: (roleArn: string) => string | undefined;
};

export function fakeSources({
  region,
  account,
  functions,
  policiesOf,
}: FakeSourcesInput): FakeSources {
  const mappings: FakeSources['mappings'] = new Map();
  const queues: FakeSources['queues'] = new Map();
  const tables: FakeSources['tables'] = new Map();
  const streams: FakeSources['streams'] = new Map();
  /** How often each role was asked for: Lambda sees a new policy only after some calls. */
  const askedFor = new Map<string, number>();
  let made = 0;

  const isThere = (arn: string): boolean =>
    [...queues.values(), ...streams.values()].some((one) => one.arn === arn) ||
    [...tables.values()].some(({ streamArn }) => streamArn === arn);

  const checkRole = (functionName: string): void => {
    const role = functions.get(functionName)?.current.role ?? '';
    const policies = policiesOf(role);
    if (policies === undefined) return;
    const asked = (askedFor.get(`${role} ${policies}`) ?? 0) + 1;
    askedFor.set(`${role} ${policies}`, asked);
    if (asked <= 2)
      throw refusal(
        'role-not-ready',
        'The provided execution role does not have permissions to call ReceiveMessage on SQS',
      );
  };

  const look = (uuid: string): FakeMapping | undefined => {
    const one = mappings.get(uuid);
    if (!one || one.busyReads === 0) return one;
    one.busyReads -= 1;
    if (one.busyReads > 0) return one;
    if (one.current.state === 'Deleting') {
      mappings.delete(uuid);
      return undefined;
    }
    one.current = { ...one.current, state: one.current.isEnabled ? 'Enabled' : 'Disabled' };
    return one;
  };

  const idle = (uuid: string): FakeMapping => {
    const one = mappings.get(uuid);
    if (!one) throw refusal('missing', 'The resource you requested does not exist.');
    if (one.busyReads > 0) {
      look(uuid);
      throw refusal('busy', 'Cannot update the event source mapping because it is in use.');
    }
    return one;
  };

  const calls: FakeSources['calls'] = {
    mappings: {
      listMappings: (functionName) =>
        Promise.resolve(
          [...mappings.keys()]
            .flatMap((uuid) => look(uuid)?.current ?? [])
            .filter(({ functionArn }) => functionArn.endsWith(`:${functionName}`)),
        ),
      getMapping: (uuid) => Promise.resolve(look(uuid)?.current),
      createMapping: ({ functionName, sourceArn, startingPosition, tags, ...settings }) => {
        if (!functions.has(functionName)) throw refusal('missing', 'Function not found');
        if (!isThere(sourceArn)) {
          throw refusal('rejected', 'AWS.SimpleQueueService.NonExistentQueue');
        }
        const functionArn = `arn:aws:lambda:${region}:${account}:function:${functionName}`;
        const twin = [...mappings.values()].find(
          ({ current }) => current.sourceArn === sourceArn && current.functionArn === functionArn,
        );
        if (twin) {
          throw refusal(
            'exists',
            `The event source arn (" ${sourceArn} ") and function (" ${functionName} ") provided mapping already exists. Please update or delete the existing mapping with UUID ${twin.current.uuid}`,
          );
        }
        checkRole(functionName);
        made += 1;
        const uuid = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
        const current: CloudMapping = {
          ...settings,
          uuid,
          arn: `arn:aws:lambda:${region}:${account}:event-source-mapping:${uuid}`,
          sourceArn,
          functionArn,
          startingPosition,
          reportsFailures: true,
          state: 'Creating',
        };
        mappings.set(uuid, { current, tags, busyReads: 2 });
        return Promise.resolve(current);
      },
      updateMapping: (uuid, settings) => {
        const one = idle(uuid);
        one.current = { ...one.current, ...settings, reportsFailures: true, state: 'Updating' };
        one.busyReads = 2;
        return Promise.resolve(one.current);
      },
      tagMapping: (arn, tags) => {
        for (const one of mappings.values()) {
          if (one.current.arn === arn) one.tags = { ...one.tags, ...tags };
        }
        return Promise.resolve();
      },
      getMappingTags: (arn) =>
        Promise.resolve(
          [...mappings.values()].find(({ current }) => current.arn === arn)?.tags ?? {},
        ),
      deleteMapping: (uuid) => {
        if (!mappings.has(uuid)) return Promise.resolve();
        const one = idle(uuid);
        one.current = { ...one.current, state: 'Deleting' };
        one.busyReads = 2;
        return Promise.resolve();
      },
    },
    sources: {
      readQueue: (name) => Promise.resolve(queues.get(name)),
      readTable: (name) => Promise.resolve(tables.get(name.split('/').at(-1) ?? '')),
      readStream: (stream) =>
        Promise.resolve(
          streams.get('name' in stream ? stream.name : (stream.arn.split('/').at(-1) ?? '')),
        ),
    },
  };
  return { calls, mappings, queues, tables, streams };
}

function refusal(kind: CloudErrorKind, message: string): CloudError {
  const facts = { kind, operation: 'a call', message, name: kind };
  return new CloudError({ ...facts, status: undefined, requestId: undefined }, undefined);
}
