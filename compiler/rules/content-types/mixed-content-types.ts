// All content types of a route are binary, or none is (spec 4.1), by the binary types the application has.
import { mediaTypeOf } from '../../../runtime/contract/media-types.js';
import { mixedContentTypes } from '../../diagnostics/catalogue/content-types.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { readBinaryTypes } from '../../facts/binary-types.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { readStrings } from '../../facts/route-options.js';
import { entryOf } from '../../values/static-value.js';
import { isMediaType } from './media-type-items.js';

export function checkMixedContentTypes(facts: AppFacts): Diagnostic[] {
  const byApp = facts.apps.map((_, app) => readBinaryTypes(facts, app));
  return facts.routes.flatMap((route) => {
    const binaryTypes = byApp[route.app];
    return binaryTypes ? checkRoute(route, new Set(binaryTypes)) : [];
  });
}

function checkRoute({ options }: RouteDeclaration, binaryTypes: ReadonlySet<string>): Diagnostic[] {
  const list = entryOf(options, 'contentTypes')?.value;
  const contentTypes = readStrings(list);
  if (!list || !contentTypes?.every(isMediaType)) return [];
  const binary = contentTypes.filter((type) => binaryTypes.has(mediaTypeOf(type)));
  const text = contentTypes.filter((type) => !binaryTypes.has(mediaTypeOf(type)));
  if (binary.length === 0 || text.length === 0) return [];
  return [diagnose(mixedContentTypes, { binary, text }, { at: list.at })];
}
