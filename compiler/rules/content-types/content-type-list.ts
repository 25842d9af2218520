// `contentTypes` is a list of media types (spec 4.1).
import * as texts from '../../diagnostics/catalogue/content-types.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { replaceSource } from '../../values/literal-place.js';
import { checkMediaTypes } from './media-type-items.js';

export function checkContentTypeLists(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(({ options }) => {
    const contentTypes = entryOf(options, 'contentTypes')?.value;
    return contentTypes ? checkContentTypes(contentTypes) : [];
  });
}

function checkContentTypes(list: StaticValue): Diagnostic[] {
  if (list.kind === 'unknown') return [];
  if (list.kind !== 'list') return [reportType(list)];
  if (list.items.length === 0) return [diagnose(texts.contentTypesEmpty, {}, { at: list.at })];
  return checkMediaTypes(list.items, 'contentTypes');
}

function reportType(value: StaticValue): Diagnostic {
  const text = value.kind === 'string' ? value.value : undefined;
  const fix =
    text === undefined
      ? undefined
      : replaceSource(value.at, { title: 'Write a list', text: `['${text}']` });
  return diagnose(
    texts.contentTypesType,
    { found: foundValue(value), value: text },
    { at: value.at, fix },
  );
}
