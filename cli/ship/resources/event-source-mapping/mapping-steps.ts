// Creates, changes and replaces mappings. They are created after all other resources, because a mapping calls its function as
// soon as it exists. A step ends when Lambda has finished the change.
import {
  diagnose,
  type Diagnostic,
  code,
  codeList,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';
import { asClause, type CloudError, isCloudError } from '../../../cloud/cloud-error.js';
import type { CloudMapping } from '../../../cloud/services/mappings.js';
import { polledOf } from '../../polled-sources/registry.js';
import {
  createOnce,
  notShown,
  READY_WITHIN,
  retry,
  waitUntil,
} from '../../stage/repeated-calls.js';
import { isOurs } from '../../stage/own-tag.js';
import { DeployProblem, type Step, type Session } from '../../stage/run-steps.js';
import { roleStepIds, whenRoleIsReady } from '../role/role-steps.js';
import {
  compareMapping,
  type DesiredMapping,
  type FoundMapping,
  type MappingChange,
  mappingExists,
  sourceId,
} from './mapping-state.js';
import { isAnyRegion } from '../../stage/exported.js';
import { type Desired, type Observed, functionId } from '../../stage/states.js';
import { type SourceData, subjectText } from '../../polled-sources/polled-kind.js';
import { placeText } from '../event-source/invokers.js';

export const sourceMissing: CatalogueEntry<
  SourceData & {
    /** A command that creates the source. */
    readonly making: string;
  }
> = {
  code: 'FW6270',
  severity: 'error',
  title: 'An event source does not exist',
  message: (data) => `${subjectText(data)}, but none with that name exists in ${data.region}.`,
  hint: ({ making }) =>
    `Create it, for example with ${code(making)}, or correct its name in the source or in \`environment_variables\`.`,
};

export const visibilityTooShort: CatalogueEntry<
  SourceData & { readonly visibility: number; readonly timeout: number }
> = {
  code: 'FW6272',
  severity: 'error',
  title: 'The visibility timeout of a queue is shorter than the timeout of its function',
  message: (data) =>
    `${subjectText(data)}, whose visibility timeout of ${data.visibility} s is shorter than the timeout of the function, ${data.timeout} s: Lambda rejects this, because a message would be delivered again while the function is still processing it.`,
  hint: ({ owner, visibility, timeout }) =>
    `Set the visibility timeout of the queue to ${6 * timeout} s, six times the timeout, as AWS recommends, or set ${code('lambda_timeout')} of ${code(owner)} to at most ${visibility}.`,
};

export const sourceElsewhere: CatalogueEntry<SourceData & { readonly found: string }> = {
  code: 'FW6273',
  severity: 'error',
  title: 'An event source is in another region',
  message: (data) =>
    `${subjectText(data)}, which is in ${data.found}; the stage is deployed to ${data.region}, and Lambda reads only from its own region.`,
  hint: ({ kind, found }) =>
    `Name a ${kind} in the region of the stage, or deploy the stage to ${found}.`,
};

export const roleCannotRead: CatalogueEntry<
  SourceData & {
    readonly role: string;
    readonly actions: readonly string[];
    /** The message from Lambda. */
    readonly reason: string;
  }
> = {
  code: 'FW6274',
  severity: 'error',
  title: 'The role of a function is not allowed to read its event source',
  message: (data) =>
    `${subjectText(data)}, but Lambda rejects its role ${code(data.role)}: ${data.reason}.`,
  hint: ({ actions, kind }) =>
    `Allow the role ${codeList(actions)} on the ${kind}; a generated policy allows them.`,
};

export const mappingsUnread: CatalogueEntry<{ readonly functions: readonly string[] }> = {
  code: 'FW6278',
  severity: 'warning',
  title: 'The credentials are not allowed to list event source mappings',
  message: ({ functions }) =>
    `The event source mappings of ${codeList(functions)} were not looked up: the credentials are missing the permission ${code('lambda:ListEventSourceMappings')}. Obsolete mappings of this stage are not deleted.`,
  hint: ({ functions: [name = ''] }) =>
    `Allow it, as the policy of ${code('framework gen-policy --deployer')} does, and run the command again. ${code(`aws lambda list-event-source-mappings --function-name ${name}`)} lists them even when the function is deleted.`,
};

export const queueOfTwo: CatalogueEntry<
  SourceData & { readonly other: string; readonly otherPlace: string }
> = {
  code: 'FW6275',
  severity: 'error',
  title: 'Two functions read one queue',
  message: (data) =>
    `${subjectText(data)}, and so does ${code(data.other)} in ${data.otherPlace}: each message would go to one of the two at random.`,
  hint: () =>
    'Let one function read the queue, or give each function its own queue and let a topic send every message to both.',
};

export const sourceTwice: CatalogueEntry<SourceData & { readonly otherPlace: string }> = {
  code: 'FW6276',
  severity: 'error',
  title: 'A function reads the same source twice',
  message: (data) => `${subjectText(data)} twice: also in ${data.otherPlace}.`,
  hint: () => 'Remove one of the two.',
};

export function mappingStep(
  change: MappingChange,
  session: Session,
): Pick<Step, 'dependsOn' | 'run'> {
  const { desired: mapping } = change;
  const role = roleOf(mapping, session);
  const ofRole = role?.kind === 'managed' ? roleStepIds(role.name) : [];
  return {
    dependsOn: [functionId(mapping.functionName), ...ofRole],
    run: async () => settled(await applyChange(change, session), session),
  };
}

async function applyChange(
  { action, desired: mapping, observed }: MappingChange,
  session: Session,
): Promise<CloudMapping> {
  if (!observed) return createMapping(mapping, session);
  if (action === 'update') return updateMapping(observed, mapping, session);
  // Lambda rejects a second mapping for the same source and function.
  await deleteMapping(observed, session);
  return createMapping(mapping, session);
}

/** The maximum number of attempts to create a mapping while an existing mapping blocks the creation. */
const ATTEMPTS = 5;

async function createMapping(mapping: DesiredMapping, session: Session): Promise<CloudMapping> {
  const { cloud, wait } = session;
  const { functionName, settings, startingPosition, tags } = mapping;
  const sourceArn = await sourceArnOf(mapping, session);
  const creation = { ...settings, functionName, sourceArn, startingPosition, tags };
  const find = async (): Promise<CloudMapping | undefined> => {
    const found = await cloud.mappings.listMappings(functionName);
    return found.find((one) => one.sourceArn === sourceArn && mappingExists(one));
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await patiently(mapping, session, () =>
        createOnce(() => cloud.mappings.createMapping(creation), find, wait),
      );
    } catch (error) {
      if (!isCloudError(error, 'exists') || attempt >= ATTEMPTS) throw error;
      const uuid = uuidIn(error);
      const found = uuid === undefined ? await find() : await cloud.mappings.getMapping(uuid);
      if (found && mappingExists(found)) return adopt(found, mapping, session);
      if (found) await gone({ ...found, functionName }, session);
      // The mapping exists, but is not visible to reads yet.
      else await wait(500);
    }
  }
}

/** Lambda's message about an existing mapping ends with the id of that mapping. */
function uuidIn({ facts }: CloudError): string | undefined {
  return /UUID\s+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(facts.message)?.[1];
}

/** Adopts a mapping that a person, another deploy or an interrupted deploy created. */
async function adopt(
  found: CloudMapping,
  mapping: DesiredMapping,
  session: Session,
): Promise<CloudMapping> {
  const known = { ...found, functionName: mapping.functionName, isOurs: undefined };
  if (compareMapping(mapping, known).length > 0) return updateMapping(known, mapping, session);
  await tagOurs(found, mapping, session);
  return found;
}

async function updateMapping(
  { uuid, arn }: FoundMapping,
  mapping: DesiredMapping,
  session: Session,
): Promise<CloudMapping> {
  const { mappings } = session.cloud;
  const updated = await patiently(mapping, session, () =>
    mappings.updateMapping(uuid, mapping.settings),
  );
  await tagOurs({ arn }, mapping, session);
  return updated;
}

/** Adds our tags to a manually created mapping, so that it is deleted once the code no longer declares it. */
async function tagOurs(
  { arn }: Pick<CloudMapping, 'arn'>,
  { tags }: DesiredMapping,
  { cloud, desired }: Session,
): Promise<void> {
  if (isOurs({ tags: await cloud.mappings.getMappingTags(arn) }, desired)) return;
  await cloud.mappings.tagMapping(arn, tags);
}

/** Repeats a call that needs the role's permission to read the source: a new permission takes seconds to reach Lambda. */
async function patiently<Result>(
  mapping: DesiredMapping,
  session: Session,
  call: () => Promise<Result>,
): Promise<Result> {
  const role = roleOf(mapping, session);
  const isNew = session.plan.functions.some(
    (change) => change.action === 'create' && change.desired.name === mapping.functionName,
  );
  try {
    return await retry(
      () => (role ? whenRoleIsReady(call, { role }, session) : call()),
      session.wait,
      notShown(isNew),
    );
  } catch (error) {
    if (!isCloudError(error)) throw error;
    const data = sourceData(mapping, session.desired.region);
    const { kind, message } = error.facts;
    const { kind: polled } = polledOf(mapping.source);
    if (kind === 'role-not-ready') {
      const name = role?.kind === 'given' ? role.arn : (role?.name ?? '');
      const why = { role: name, actions: polled.actions, reason: asClause(message) };
      throw new DeployProblem(diagnose(roleCannotRead, { ...data, ...why }));
    }
    if (polled.missing.test(message)) throw new DeployProblem(missingProblem(data, mapping));
    throw error;
  }
}

function roleOf({ functionName }: DesiredMapping, { desired }: Session) {
  return desired.functions.find(({ name }) => name === functionName)?.role;
}

/** Returns the ARN of the source. If this deploy has just created the stream, its ARN was not known before and is read now. */
async function sourceArnOf(
  { source }: DesiredMapping,
  { observed, cloud }: Session,
): Promise<string> {
  const known = observed.sources.get(sourceId(source));
  const found = known?.kind === 'unmade' ? await polledOf(source).kind.find(cloud, source) : known;
  if (found?.kind !== 'found') throw new Error(`${sourceId(source)} was not read`);
  return found.arn;
}

const WORKING: readonly string[] = ['Creating', 'Enabling', 'Updating', 'Disabling'];

/** Waits until Lambda has finished a change. A slow change is not a failure: Lambda completes it without further calls. */
async function settled({ uuid, state }: CloudMapping, session: Session): Promise<void> {
  const { cloud, wait } = session;
  if (!WORKING.includes(state)) return;
  const limits = { wait, within: READY_WITHIN };
  await waitUntil(`Lambda to start reading (${state})`, limits, async () => {
    const found = await cloud.mappings.getMapping(uuid);
    return found && WORKING.includes(found.state) ? undefined : true;
  });
}

type LeftMapping = Pick<FoundMapping, 'uuid' | 'functionName'>;

async function deleteMapping(found: LeftMapping, session: Session): Promise<void> {
  await retry(() => session.cloud.mappings.deleteMapping(found.uuid), session.wait);
  await gone(found, session);
}

/** Reads the list: the permission to read one mapping depends on its function, which a deleted mapping does not have. */
async function gone({ uuid, functionName }: LeftMapping, { cloud, wait }: Session): Promise<void> {
  await waitUntil('Lambda to stop reading', { wait, within: READY_WITHIN }, async () => {
    const found = await cloud.mappings.listMappings(functionName);
    return found.some((one) => one.uuid === uuid) ? undefined : true;
  });
}

/** Returns the problems that can be found in the configuration alone. */
export function checkSources({ mappings, region }: Desired): readonly Diagnostic[] {
  return mappings.flatMap((mapping, index): readonly Diagnostic[] => {
    const data = sourceData(mapping, region);
    const found = mapping.source.arn?.region ?? region;
    if (found !== region && !isAnyRegion(region))
      return [diagnose(sourceElsewhere, { ...data, found })];
    const same = mappings
      .slice(0, index)
      .filter((one) => sourceId(one.source) === sourceId(mapping.source));
    const twin = same.find(({ functionName }) => functionName === mapping.functionName);
    const otherPlace = (one: DesiredMapping): string => placeText(one.declared);
    if (twin) return [diagnose(sourceTwice, { ...data, otherPlace: otherPlace(twin) })];
    const [rival] = polledOf(mapping.source).kind.hasOneReader ? same : [];
    if (!rival) return [];
    const other = { other: rival.declared.function, otherPlace: otherPlace(rival) };
    return [diagnose(queueOfTwo, { ...data, ...other })];
  });
}

export function sourceProblems(
  { mappings, region }: Desired,
  { sources }: Observed,
): readonly Diagnostic[] {
  return mappings.flatMap((mapping): readonly Diagnostic[] => {
    const { source, timeout } = mapping;
    const data = sourceData(mapping, region);
    const found = sources.get(sourceId(source));
    switch (found?.kind) {
      case undefined:
      case 'unmade':
        return [];
      case 'missing':
        return [missingProblem(data, mapping)];
      case 'no-stream':
        return [polledOf(source).kind.noStream?.(data, source, found.latest) ?? []].flat();
      case 'found': {
        const visibility = found.queue?.visibilityTimeout ?? timeout;
        if (visibility >= timeout) return [];
        return [diagnose(visibilityTooShort, { ...data, visibility, timeout })];
      }
    }
  });
}

function missingProblem(data: SourceData, { source }: DesiredMapping): Diagnostic {
  return diagnose(sourceMissing, { ...data, making: polledOf(source).kind.making(data.name) });
}

export function sourceData({ source, declared }: DesiredMapping, region: string): SourceData {
  return {
    kind: source.kind,
    name: source.arn?.text ?? source.name,
    owner: declared.function,
    place: placeText(declared),
    member: declared.member,
    region,
  };
}
