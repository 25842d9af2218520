// Plans the changes of event source mappings.
import type { Planning } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import {
  type DesiredMapping,
  type FoundMapping,
  type MappingChange,
  type Notes,
  sourceId,
} from './mapping-state.js';
import { compareMapping, comparePosition, findMapping, isThere } from './match-mappings.js';

/** In the order of the source, with deletions last. */
export function planMappings({ desired, observed }: Planning): readonly MappingChange[] {
  const { mappings, sources } = observed;
  const { region } = desired;
  const kept = new Set<string>();
  const changes = desired.mappings.map((mapping): MappingChange => {
    const found = findMapping(mapping, mappings, { region, sources });
    if (found) kept.add(found.uuid);
    return planMapping(mapping, found, notesOn(mapping, { desired, observed }));
  });
  const gone = mappings.filter((one) => one.isOurs === true && isThere(one) && !kept.has(one.uuid));
  return [...changes, ...gone.map((one) => ({ action: 'delete', observed: one }) as const)];
}

function planMapping(
  mapping: DesiredMapping,
  observed: FoundMapping | undefined,
  notes: Notes,
): MappingChange {
  if (!observed) return { action: 'create', mapping, notes };
  const position = comparePosition(mapping, observed);
  const fields = [...position, ...compareMapping(mapping, observed)];
  if (position.length > 0) return { action: 'replace', mapping, observed, fields, notes };
  if (fields.length > 0) return { action: 'update', mapping, observed, fields, notes };
  return { action: 'unchanged', mapping, observed };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const RECOMMENDED = 6;

function notesOn(
  { source, timeout, functionName }: DesiredMapping,
  { desired, observed }: Pick<Planning, 'desired' | 'observed'>,
): Notes {
  const found = observed.sources.get(sourceId(source));
  if (found?.kind !== 'found' || !found.queue) return [];
  const { visibilityTimeout, kmsKey } = found.queue;
  const isShort = visibilityTimeout < RECOMMENDED * timeout;
  const isClosed = kmsKey !== undefined && !mayDecrypt(functionName, desired);
  return [
    ...(isShort
      ? [
          `its visibility timeout is ${visibilityTimeout} s; AWS recommends ${RECOMMENDED * timeout} s, six times the timeout of the function`,
        ]
      : []),
    ...(isClosed
      ? [
          `it is encrypted with the key ${kmsKey}: add kms:Decrypt on that key to .framework/policy-base.json`,
        ]
      : []),
  ];
}

/** Whether the role's policy may allow decryption. True for a policy that was not read. */
function mayDecrypt(functionName: string, { functions, roles }: Desired): boolean {
  const role = functions.find(({ name }) => name === functionName)?.role;
  if (role?.kind !== 'managed') return true;
  const policy = roles.find(({ name }) => name === role.name)?.policy;
  return /"kms:(?:Decrypt|\*)"/.test(JSON.stringify([policy]));
}
