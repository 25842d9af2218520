// Rules about views that stream (docs/decisions/streaming.md).
import type { StreamKind } from '../../../runtime/contract/manifest.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { entryOf } from '../../values/static-value.js';
import { functionName, isFunction } from '../function/function-name.js';
import { isView, viewKey, viewName } from '../view/view.js';
import { type Route, routesOf, streamOf } from './route.js';
import * as texts from './stream-catalogue.js';

const SHAPES: Readonly<Record<StreamKind, string>> = {
  sse: 'server-sent events',
  ndjson: 'lines of JSON',
  text: 'text',
  bytes: 'bytes',
  any: 'other items',
};

export function checkStreams(facts: AppFacts): readonly Diagnostic[] {
  const streaming = routesOf(facts).filter((route) => streamOf(route) && isView(route.target));
  // A view with several routes has its mistakes once.
  const views = new Map(streaming.map((route) => [viewKey(route.target), route]));
  return [
    ...[...views.values()].flatMap(checkView),
    ...streaming.flatMap(checkOptions),
    ...checkFunctions(facts, streaming),
  ];
}

function checkView({ target }: Route): readonly Diagnostic[] {
  const view = viewName(target);
  const { streams = [], dropped = [] } = target;
  const kinds = [...new Set(streams.map(({ stream }) => stream))].filter((kind) => kind !== 'any');
  const second = streams.find(({ stream }) => stream === kinds[1]);
  const shapes = kinds.map((kind) => SHAPES[kind]);
  return [
    ...(second
      ? [diagnose(texts.severalStreams, { view, shapes }, { at: second.at ?? target.at })]
      : []),
    ...dropped.map((at) => diagnose(texts.droppedStream, { view }, { at })),
  ];
}

function checkOptions({ options, decoded, target }: Route): readonly Diagnostic[] {
  const listed = entryOf(options, 'contentTypes')?.value;
  const types = (decoded.value?.contentTypes ?? []).filter((type) =>
    /^(?:text\/event-stream|application\/x-ndjson)$/.test(type),
  );
  const given = entryOf(options, 'streams')?.value;
  const isRefused = given !== undefined && decoded.value?.streams === false;
  return [
    ...(listed && types.length > 0
      ? [diagnose(texts.streamContentTypes, { types }, { at: listed.at })]
      : []),
    ...(isRefused
      ? [diagnose(texts.streamsNot, { view: viewName(target) }, { at: given.at })]
      : []),
  ];
}

/** The function that serves routes that stream has the name of the stage and `stream`. */
function checkFunctions(facts: AppFacts, streaming: readonly Route[]): readonly Diagnostic[] {
  return facts.views.filter(isFunction).flatMap((view) => {
    const name = functionName(view);
    const route = streaming.find(({ app }) => app === view.app);
    if (name?.value !== 'stream' || route?.path.kind !== 'string') return [];
    const related = [{ message: 'A route that streams is here.', at: route.path.at }];
    const data = { name: name.value, path: route.path.value };
    return [diagnose(texts.streamFunction, data, { at: name.at, related })];
  });
}
