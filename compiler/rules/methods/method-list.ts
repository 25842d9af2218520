// `methods` is a list of HTTP methods in upper case, each once (spec 4.1).
import { HTTP_METHODS, isHttpMethod } from '../../../runtime/contract/methods.js';
import * as texts from '../../diagnostics/catalogue/methods.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { removeItem, replaceInText, replaceSource } from '../../values/literal-place.js';

type Text = Extract<StaticValue, { readonly kind: 'string' }>;

export function checkMethodLists(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(({ options }) => {
    const methods = entryOf(options, 'methods')?.value;
    return methods ? checkMethods(methods) : [];
  });
}

type List = Extract<StaticValue, { readonly kind: 'list' }>;

function checkMethods(methods: StaticValue): Diagnostic[] {
  if (methods.kind === 'unknown') return [];
  if (methods.kind !== 'list') return [reportType(methods)];
  if (methods.items.length === 0) return [diagnose(texts.methodsEmpty, {}, { at: methods.at })];
  return methods.items.flatMap((item, index) => checkItem(item, index, methods));
}

function reportType(value: StaticValue): Diagnostic {
  const text = value.kind === 'string' ? value.value : undefined;
  const fix =
    text === undefined
      ? undefined
      : replaceSource(value.at, { title: 'Write a list', text: `['${text.toUpperCase()}']` });
  return diagnose(
    texts.methodsType,
    { found: foundValue(value), value: text },
    { at: value.at, fix },
  );
}

function checkItem(item: StaticValue, index: number, list: List): Diagnostic[] {
  if (item.kind === 'unknown') return [];
  if (item.kind !== 'string') {
    return [diagnose(texts.methodType, { found: foundValue(item) }, { at: item.at })];
  }
  const upperCase = item.value.toUpperCase();
  if (!isHttpMethod(upperCase)) return [reportUnknown(item)];
  if (upperCase !== item.value) return [reportCase(item)];
  return reportDuplicate(item, index, list);
}

function reportUnknown(item: Text): Diagnostic {
  const suggestion = nearestName(item.value, HTTP_METHODS);
  return diagnose(
    texts.unknownMethod,
    { method: item.value, suggestion, known: HTTP_METHODS },
    {
      at: item.at,
      fix:
        suggestion === undefined
          ? undefined
          : replaceInText(item, [0, item.value.length], {
              title: `Write ${suggestion}`,
              text: suggestion,
            }),
    },
  );
}

function reportCase(item: Text): Diagnostic {
  const text = item.value.toUpperCase();
  return diagnose(
    texts.methodCase,
    { method: item.value },
    {
      at: item.at,
      fix: replaceInText(item, [0, item.value.length], { title: 'Write it in upper case', text }),
    },
  );
}

function reportDuplicate(item: Text, index: number, list: List): Diagnostic[] {
  const first = list.items
    .slice(0, index)
    .find((other) => other.kind === 'string' && other.value === item.value);
  if (!first) return [];
  return [
    diagnose(
      texts.duplicateMethod,
      { method: item.value },
      {
        at: item.at,
        related: [{ message: 'It is listed here first.', at: first.at }],
        fix: removeItem(list, index),
      },
    ),
  ];
}
