// Reports sources that Lambda cannot read, before anything is changed.
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { isAnyRegion } from '../../stage/exported.js';
import type { Desired, Observed } from '../../stage/states.js';
import { polledOf } from '../../polled-sources/registry.js';
import type { SourceData } from '../../polled-sources/polled-kind.js';
import {
  queueOfTwo,
  sourceElsewhere,
  sourceMissing,
  sourceTwice,
  visibilityTooShort,
} from './mapping-catalogue.js';
import { placeText } from '../event-source/event-source.js';
import { type DesiredMapping, sourceId } from './mapping-state.js';

/** Problems that the configuration alone shows. */
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
    if (twin) {
      return [diagnose(sourceTwice, { ...data, otherPlace: otherPlace(twin) })];
    }
    const [rival] = polledOf(mapping.source).kind.hasOneReader ? same : [];
    if (!rival) return [];
    const other = { other: rival.declared.function, otherPlace: otherPlace(rival) };
    return [diagnose(queueOfTwo, { ...data, ...other })];
  });
}

/** Problems that read calls have shown. */
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
        return [missingProblem(mapping, { region })];
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

export function missingProblem(
  mapping: DesiredMapping,
  { region }: Pick<Desired, 'region'>,
): Diagnostic {
  const data = sourceData(mapping, region);
  const making = polledOf(mapping.source).kind.making(data.name);
  return diagnose(sourceMissing, { ...data, making });
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
