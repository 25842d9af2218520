// Resolves the event sources of a stage. Their names and ARNs are in the source code or in environment variables, whose values
// may differ between stages (docs/decisions/static-values.md).
import type { SourceName } from '../../runtime/contract/events.js';
import type { EventEntry, Manifest, SourcePosition } from '../../runtime/contract/manifest.js';
import {
  readArn,
  readSource as readByForm,
  type ResolvedSource,
  type SourceForm,
} from '../../compiler/declarations/source-forms.js';
import { isMapping } from '../../compiler/json-values.js';
import { SOURCE_FORMS } from '../../compiler/kinds/registry.js';
import { entryOf, type StageConfig, layersOf } from './stage-config.js';
import {
  type Diagnostic,
  type SourceSpan,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import type { Project } from '../project/open-project.js';
import { lineSpan } from '../project/placed-json.js';
import { eventSourceName, eventSourceVariable, resourceNameInCloud } from './config-catalogue.js';
import type { LoadedConfig } from './config-file.js';
import {
  BUCKET_END,
  failedQueueName,
  NAME_LIMITS,
  resourceName,
} from '../../runtime/contract/resources.js';
import { appNameOf } from './cloud-names.js';

export { readArn, type ResolvedSource } from '../../compiler/declarations/source-forms.js';

/** The kind of an event source, for example `queue` or `table stream`. A `destination` receives discarded records. */
export type SourceKind = SourceForm['kind'];

export type SourceReference = { readonly kind: SourceKind; readonly name: SourceName };

/** Returns the names in an entry: the name of its source, and the name of the destination for its failures. */
export function sourceNames(entry: EventEntry): readonly SourceReference[] {
  const properties: Readonly<Record<string, unknown>> = { ...entry };
  return (SOURCE_FORMS.get(entry.kind) ?? []).flatMap(({ kind, property }) => {
    const name = properties[property];
    return isSourceName(name) ? [{ kind, name }] : [];
  });
}

const FORMS: ReadonlyMap<SourceKind, SourceForm> = new Map(
  [...SOURCE_FORMS.values()].flat().map((form) => [form.kind, form]),
);

/** Parses a name or an ARN. Returns undefined if it is not valid for that kind. */
export function readSource(kind: SourceKind, text: string): ResolvedSource | undefined {
  const form = FORMS.get(kind);
  return form && readByForm(form, text);
}

function isSourceName(value: unknown): value is SourceName {
  return (
    isMapping(value) &&
    [value['text'], value['variable'], value['resource']].some((name) => typeof name === 'string')
  );
}

/** Assumes that the name is valid: `checkEventSources` has reported all others. */
export function resolveSource(
  { kind, name }: SourceReference,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): ResolvedSource {
  const text = sourceText(name, functionKey, config);
  const source = text === undefined ? undefined : readSource(kind, text);
  if (!source) throw new Error(`A name of a ${kind} was not checked`);
  return source;
}

/** Returns the text of a name, or the name of a declared resource; undefined if the function does not have the variable. */
export function sourceText(
  name: SourceName,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): string | undefined {
  if ('text' in name) return name.text;
  if ('resource' in name) return name.resource;
  const { settings } = config.functionConfig(functionKey);
  return entryOf(settings.environment_variables, name.variable);
}

type SourcesToCheck = {
  readonly project: Pick<Project, 'root' | 'files'>;
  readonly manifest: Pick<Manifest, 'events'>;
  /** Includes the variables from this machine if the application runs on it. */
  readonly config: StageConfig;
  readonly loaded: Pick<LoadedConfig, 'file' | 'raw'>;
};

/** Reports each problem once, even if several sources name the same variable. */
export function checkEventSources(checked: SourcesToCheck): Diagnostic[] {
  const { events = [] } = checked.manifest;
  const problems = events.flatMap((entry) =>
    sourceNames(entry).flatMap((reference) => checkSource(reference, entry, checked)),
  );
  const known = new Set<string>();
  return problems.filter((problem) => {
    const id = JSON.stringify([problem.code, problem.message, problem.at?.start]);
    return !known.has(id) && known.add(id);
  });
}

function checkSource(
  { kind, name }: SourceReference,
  entry: EventEntry,
  checked: SourcesToCheck,
): Diagnostic[] {
  // Declared resources are checked separately.
  if ('resource' in name) return [];
  const { config, project } = checked;
  const { function: owner, at } = entry;
  const location = sourcePlace(at, project);
  const variable = 'variable' in name ? name.variable : undefined;
  const examples = FORMS.get(kind)?.examples ?? [];
  const value = sourceText(name, owner, config);
  const data = { kind, owner, stage: config.stage, variable, examples };
  if (value === undefined)
    return [diagnose(eventSourceVariable, { ...data, variable: variable ?? '' }, { at: location })];
  if (readSource(kind, value)) return [];
  const written = variable === undefined ? undefined : variablePlace(variable, owner, checked);
  const related = written && location ? [{ message: 'It is named here.', at: location }] : [];
  // The value of a variable is not shown, because the value may be a secret.
  const shown = variable === undefined ? value : undefined;
  const problem = { ...data, shown, isEmpty: value === '', service: readArn(value)?.service };
  const queue = kind === 'queue' ? queueOfUrl(value) : undefined;
  return [diagnose(eventSourceName, { ...problem, queue }, { at: written ?? location, related })];
}

export function sourcePlace(
  at: SourcePosition,
  { root, files }: Pick<Project, 'root' | 'files'>,
): SourceSpan | undefined {
  const text = files.readText(`${root}/${at.file}`);
  return text === undefined ? undefined : lineSpan(text, at);
}

/** Returns the location where the configuration sets a variable of a function; undefined for a variable of this machine. */
export function variablePlace(
  variable: string,
  key: string,
  { loaded, config }: Pick<SourcesToCheck, 'loaded' | 'config'>,
): SourceSpan | undefined {
  const layer = layersOf(loaded.raw, config.stage, key).find(({ settings }) =>
    Object.hasOwn(settings.environment_variables ?? {}, variable),
  );
  return layer && loaded.file?.placeOfValue([...layer.path, 'environment_variables', variable]);
}

/** Returns the queue's name from its URL. Senders use the URL, so a variable often contains it. */
function queueOfUrl(text: string): string | undefined {
  return /^https?:\/\/[^/]+\/\d{12}\/([A-Za-z0-9_-]{1,80}(?:\.fifo)?)$/.exec(text)?.[1];
}

export function checkResourceNames({
  manifest,
  config,
  project,
}: Pick<SourcesToCheck, 'project' | 'config'> & {
  readonly manifest: Pick<Manifest, 'app' | 'resources'>;
}): Diagnostic[] {
  const app = appNameOf(config, manifest);
  // A placeholder account, and a region name of the maximum length.
  const account = '0'.repeat(BUCKET_END.account);
  const region = 'x'.repeat(BUCKET_END.region);
  return (manifest.resources ?? []).flatMap((resource) => {
    const { type, name, at } = resource;
    const stage = { app, stage: config.stage, account, region };
    const whole =
      resource.type === 'queue' && resource.retries !== undefined
        ? failedQueueName(resource, stage)
        : resourceName(resource, stage);
    const { form, most } = NAME_LIMITS[type];
    if (form.test(whole) && whole.length <= most) return [];
    const shown = resourceName(resource, { ...stage, account: '<account>', region: '<region>' });
    const data = { type, name, shown, length: whole.length, most };
    return [diagnose(resourceNameInCloud, data, { at: sourcePlace(at, project) })];
  });
}
