// Rules about views that stream (docs/decisions/streaming.md).
import type { StreamKind } from '../../../runtime/contract/manifest.js';
import { mediaTypeOf } from '../../../runtime/contract/media-types.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { textsOf } from '../../values/decoded.js';
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
  const routes = routesOf(facts).filter(({ target }) => isView(target));
  const streaming = routes.filter(streamOf);
  // Mistakes in a view with several routes are reported once.
  const views = new Map(routes.map((route) => [viewKey(route.target), route]));
  return [
    ...[...views.values()].flatMap(checkView),
    ...routes.flatMap(checkOptions),
    ...checkFunctions(facts, streaming),
    ...checkBinaryTypes(facts, streaming),
  ];
}

function checkView({ target }: Route): readonly Diagnostic[] {
  const view = viewName(target);
  const { streams = [], dropped = [] } = target;
  const kinds = [...new Set(streams.map(({ stream }) => stream))].filter((kind) => kind !== 'any');
  const second = streams.find(({ stream }) => stream === kinds[1]);
  const shapes = kinds.map((kind) => SHAPES[kind]);
  const isGenerator = streams.some(({ at }) => !at);
  return [
    ...(second
      ? [diagnose(texts.severalStreams, { view, shapes }, { at: second.at ?? target.at })]
      : []),
    ...dropped.map((at) => diagnose(texts.droppedStream, { view, isGenerator }, { at })),
  ];
}

function checkOptions(route: Route): readonly Diagnostic[] {
  const { options, decoded, target } = route;
  const view = viewName(target);
  const { streams, unclear, plain } = target;
  const given = entryOf(options, 'streams')?.value;
  const isTrue = decoded.value?.streams;
  const listed = entryOf(options, 'contentTypes')?.value;
  const types = streamOf(route) ? (decoded.value?.contentTypes ?? []).filter(isStreamType) : [];
  return [
    ...(listed && types.length > 0
      ? [diagnose(texts.streamContentTypes, { types }, { at: listed.at })]
      : []),
    ...(streams && given && isTrue === false
      ? [diagnose(texts.streamsNot, { view }, { at: given.at })]
      : []),
    ...(plain && !streams && given && isTrue
      ? [diagnose(texts.neverStreams, { view, type: plain.value }, { at: given.at })]
      : []),
    ...(unclear && !given
      ? [diagnose(texts.unclearStream, { view, what: unclear.value }, { at: unclear.at })]
      : []),
  ];
}

/** Tells whether a content type is used only for streams. */
function isStreamType(type: string): boolean {
  return /^(?:text\/event-stream|application\/x-ndjson)$/.test(type);
}

/**
 * Warns about binary types that only streams have. API Gateway forwards the bytes of a stream unchanged:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html
 */
function checkBinaryTypes(facts: AppFacts, streaming: readonly Route[]): readonly Diagnostic[] {
  return facts.changes.flatMap(({ app, kind, value }) => {
    const route = streaming.find((one) => one.app === app);
    if (kind !== 'binaryTypes' || !value || route?.path.kind !== 'string') return [];
    const types = (textsOf(value) ?? []).filter((type) => isStreamType(mediaTypeOf(type)));
    const data = { path: route.path.value, types };
    return types.length > 0 ? [diagnose(texts.binaryStream, data, { at: value.at })] : [];
  });
}

/** Reports a function named `stream`, because that name is reserved for the function that serves streaming routes. */
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
