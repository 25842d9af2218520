// Plans the mapping of the API below its domain, and the removal of mappings that earlier deploys have made.
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import { compareTexts } from '../../../../compiler/text-order.js';
import type { CloudDomain, DomainSettings } from '../../../cloud/services/domains.js';
import { isOurs } from '../../stage/own-tag.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Planning } from '../../stage/resource-type.js';
import type { Desired, Observed, Owner } from '../../stage/states.js';
import { type DomainPlace, placeText } from '../rest-api/api-address.js';
import { basePathTaken, domainType, missingDomain } from './domain-catalogue.js';
import type { DesiredDomain, DomainChange } from './domain-state.js';

export function planDomain({ desired, observed }: Planning): DomainChange | undefined {
  const { domain } = desired;
  if (!domain) return undefined;
  const found = observed.domains?.find(({ name }) => name === domain.name);
  const ours = found?.mappings.filter(({ apiId }) => apiId === observed.api?.id) ?? [];
  const there = ours.find(({ basePath }) => basePath === domain.basePath);
  const earlier = ours.find(({ basePath }) => found?.known.includes(basePath));
  const isSame = there?.stage === desired.api?.stage;
  return {
    domain,
    ...planName(domain, found?.domain, desired),
    mapping: there
      ? isSame
        ? { action: 'unchanged' }
        : { action: 'update', from: there.basePath }
      : earlier
        ? { action: 'update', from: earlier.basePath }
        : { action: 'create' },
    // The API's tags are read only when there is no record.
    isNoted: observed.api?.tag === undefined || observed.api.place === placeText(domain),
  };
}

type NameChange = Pick<DomainChange, 'action' | 'observed' | 'fields' | 'hasOtherTags'>;

function planName(
  domain: DesiredDomain,
  observed: CloudDomain | undefined,
  owner: Owner,
): NameChange {
  const none = { observed, fields: [], hasOtherTags: false };
  const { settings } = domain;
  if (observed && !isOurs(observed, owner)) return { ...none, action: 'shared' };
  if (!settings) return { ...none, action: observed ? 'release' : 'shared' };
  if (!observed) return { ...none, action: 'create' };
  const fields = compareDomain(observed, settings);
  const hasOtherTags = tagsText(observed.tags) !== tagsText(settings.tags);
  const action = fields.length > 0 || hasOtherTags ? 'update' : 'unchanged';
  return { observed, action, fields, hasOtherTags };
}

function compareDomain(from: CloudDomain, to: DomainSettings): readonly FieldChange[] {
  const fields: readonly FieldChange[] = [
    { field: 'certificate_arn', from: from.certificateArn, to: to.certificateArn },
    { field: 'tls_version', from: from.tlsVersion, to: to.tlsVersion },
  ];
  return fields.filter((one) => one.from !== one.to);
}

function tagsText(tags: Readonly<Record<string, string>>): string {
  const own = Object.entries(tags).filter(([key]) => !/^aws:/i.test(key));
  return JSON.stringify(own.toSorted(([left], [right]) => compareTexts(left, right)));
}

/** Places of earlier deploys that are removed. */
export function planLostDomains({ desired, observed, plan }: Planning): readonly DomainPlace[] {
  const { domain: kept } = plan;
  const ids = [observed.api?.id, ...(observed.otherApis ?? [])];
  const isKept = ({ name, basePath }: DomainPlace): boolean =>
    kept?.domain.name === name &&
    (basePath === kept.domain.basePath ||
      (kept.mapping.action === 'update' && basePath === kept.mapping.from));
  return (observed.domains ?? []).flatMap(({ name, domain, mappings, known }) => {
    // An interrupted deploy has removed our mapping, but not the domain or our tag on it.
    const isLeft =
      domain && isOurs(domain, desired) && !mappings.some(({ apiId }) => ids.includes(apiId));
    if (isLeft && kept?.domain.name !== name) {
      return known.slice(0, 1).map((basePath) => ({ name, basePath }));
    }
    return mappings
      .filter(({ apiId, basePath }) => ids.includes(apiId) && known.includes(basePath))
      .map(({ basePath }) => ({ name, basePath }))
      .filter((place) => !isKept(place));
  });
}

/** Reports domains that the API cannot have. */
export function domainProblems(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const { domain } = desired;
  const found = observed.domains?.find(({ name }) => name === domain?.name);
  if (!domain || !found) return [];
  const taken = found.mappings.find(
    ({ basePath, apiId }) => basePath === domain.basePath && apiId !== observed.api?.id,
  );
  const type = found.domain?.endpointType;
  const { name, endpointType: wanted, settings } = domain;
  return [
    ...(!settings && !found.domain ? [diagnose(missingDomain, { domain: name })] : []),
    ...(taken ? [diagnose(basePathTaken, { place: placeText(domain), api: taken.apiId })] : []),
    ...(type !== undefined && type !== wanted
      ? [diagnose(domainType, { domain: name, found: type, wanted })]
      : []),
  ];
}
