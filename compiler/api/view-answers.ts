// Describes the successful responses of a view. The types come from the view's annotation, otherwise from its return
// statements; statuses and content types always come from its code.
import { JSON_TYPE } from '../../runtime/contract/media-types.js';
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { AnswerType } from '../types/read-type.js';
import type { TsType } from '../syntax/tree.js';
import { addTo, compareTexts, valueFor } from '../groups.js';
import type { Type } from '../declarations/declared-type.js';
import type { AnswerBody } from './api-description.js';
import {
  returnTypeParts,
  type ReturnTypeParts,
  jsonType,
  returnedAnswers,
  type AnswerReader,
  type ReturnedAnswer,
  type ReturnLocation,
  type Status,
  type ViewFunction,
} from './returned-answers.js';
import { streamBody } from './infer-stream.js';
import { hasUnknown, unite, UNKNOWN } from './inference.js';

export type ViewAnswer = {
  readonly status: Status;
  /** One body for each media type, sorted; empty for a response without a body. */
  readonly bodies: readonly AnswerBody[];
};

export type ViewAnswers = {
  /** Sorted by status. */
  readonly answers: readonly ViewAnswer[];
  /** The location of a return statement whose type is unknown or only partly known. */
  readonly unknown: ReturnLocation | undefined;
};

export function viewAnswers(reader: AnswerReader, view: ViewFunction): ViewAnswers {
  const { stream } = reader;
  const all = declaredAnswers(reader, view) ?? returnedAnswers(reader, view);
  const found = stream ? withStream(all, stream) : all;
  // The annotation is reported as unknown only if a part of it cannot be read.
  const annotation = view.node.returnType?.typeAnnotation.span;
  const unknown = found.find(
    ({ body, at }) => body && (at?.span === annotation || hasUnknown(body.type)),
  )?.at;
  return { answers: grouped(found), unknown };
}

/** Returns undefined if there is no annotation, or if it is a `Response` whose body type only the code shows. */
function declaredAnswers(
  reader: AnswerReader,
  view: ViewFunction,
): readonly ReturnedAnswer[] | undefined {
  const { inference, errorClassOf } = reader;
  const annotation = view.node.returnType?.typeAnnotation;
  if (!annotation) return undefined;
  const parts = returnTypeParts(inference.program, errorClassOf, [view.module, annotation]);
  const streamed = reader.stream && declaredStreams(reader, reader.stream, { view, parts });
  if (streamed) return streamed;
  const read = (node: TsType): Type => inference.readType(view.module, node);
  // An annotation is used as declared, even if it is `unknown`.
  const nodes = [...parts.values, ...parts.responses.filter((node) => node !== undefined)];
  const isRead = nodes.every((node) => inference.isRead(view.module, node));
  const at = isRead ? undefined : { module: view.module, span: annotation.span };
  const plain: ReturnedAnswer[] = [];
  if (parts.values.length > 0) {
    const type = jsonType(unite(parts.values.map(read)));
    plain.push({ isResponse: false, status: 200, body: { mediaType: JSON_TYPE, type }, at });
  }
  if (parts.responses.length === 0) return plain;
  const made = returnedAnswers(reader, view).filter(({ isResponse }) => isResponse);
  const declared = parts.responses.map((node) => node && read(node));
  if (declared.some((type) => type === undefined)) return [...plain, ...made];
  const type = unite(declared.map((one) => one ?? UNKNOWN));
  if (made.length === 0) return [...plain, { isResponse: true, status: 200, ...bodyOf(type), at }];
  const members = new Set(declared.map((one) => JSON.stringify(one)));
  return [
    ...plain,
    ...made.map((answer) => {
      // For `Response<City> | Response<Failure>`, a response whose body has one of these types keeps only that type.
      const isOne = answer.body && members.has(JSON.stringify(answer.body.type));
      return { ...(isOne ? answer : withBody(answer, type)), at };
    }),
  ];
}

function declaredStreams(
  reader: AnswerReader,
  kind: StreamKind,
  { view, parts }: { readonly view: ViewFunction; readonly parts: ReturnTypeParts },
): readonly ReturnedAnswer[] | undefined {
  const { inference } = reader;
  const { module, node } = view;
  const span = node.returnType?.typeAnnotation.span;
  const read = (part: TsType): readonly AnswerType[] => inference.readAnswers(module, part);
  const responses = parts.responses.filter((part) => part !== undefined).flatMap(read);
  const all = [
    ...parts.values.flatMap(read),
    ...responses.map((part) => ({ ...part, isResponse: true })),
  ];
  if (!all.some(({ stream }) => stream)) return undefined;
  const at = span && { module, span };
  const bodyOfPart = ({ stream, type }: AnswerType): AnswerBody | undefined =>
    stream ? streamBody(kind, { form: stream, type }) : bodyOf(jsonType(type)).body;
  const answerOf = (part: AnswerType): ReturnedAnswer => ({
    isResponse: part.isResponse,
    status: 200,
    body: bodyOfPart(part),
    at: part.isRead ? undefined : at,
  });
  const plain = all.filter(({ isResponse }) => !isResponse).map(answerOf);
  const declared = all.filter(({ isResponse }) => isResponse);
  if (declared.length === 0) return plain;
  // Statuses and content types come from the code, item types from the annotation.
  const made = returnedAnswers(reader, view).filter(({ isResponse }) => isResponse);
  const streams = declared.filter(({ stream }) => stream);
  const [first = declared[0]] = streams;
  const item = unite(streams.map(({ type }) => type));
  const isOfStream = ({ body }: ReturnedAnswer): boolean =>
    body !== undefined && (body.stream !== undefined || body.type.kind === 'unknown');
  const known = made.map((answer): ReturnedAnswer => {
    if (!answer.body || !first?.stream || !isOfStream(answer)) return answer;
    const given = answer.body.mediaType === JSON_TYPE ? undefined : answer.body.mediaType;
    const body = streamBody(kind, { form: first.stream, type: item }, given);
    return { ...answer, body, at: first.isRead ? undefined : at };
  });
  // If the stream is not visible in the code, its status defaults to 200.
  const isShown = known.some(({ body }) => body?.stream) || (!first?.stream && known.length > 0);
  if (isShown) return [...plain, ...known];
  const unseen = (known.length > 0 ? streams : declared).map(answerOf);
  return [...plain, ...known, ...unseen];
}

/** Returns the responses of a view that streams, and adds one if none of them is recognized as the stream. */
function withStream(found: readonly ReturnedAnswer[], kind: StreamKind): readonly ReturnedAnswer[] {
  if (found.some(({ body }) => body?.stream)) return found;
  const mayStream = ({ body, status }: ReturnedAnswer): boolean =>
    body?.type.kind === 'unknown' || (body?.type.kind === 'bytes' && status === 200);
  if (!found.some(mayStream))
    return [
      ...found,
      { isResponse: false, status: 200, body: streamBody(kind, undefined), at: undefined },
    ];
  return found.map((answer) => {
    if (!answer.body || !mayStream(answer)) return answer;
    const { mediaType } = answer.body;
    const given = mediaType === JSON_TYPE ? undefined : mediaType;
    return { ...answer, body: streamBody(kind, undefined, given) };
  });
}

function bodyOf(type: Type): Pick<ReturnedAnswer, 'body'> {
  const isEmpty = type.kind === 'null' || type.kind === 'undefined';
  return { body: isEmpty ? undefined : { mediaType: JSON_TYPE, type } };
}

/** Sets the type of a response's body. A response without a body does not get one: `Response<City | null>` may be a 204. */
function withBody(answer: ReturnedAnswer, type: Type): ReturnedAnswer {
  if (!answer.body) return answer;
  const members = type.kind === 'union' ? type.of.filter(({ kind }) => kind !== 'null') : [type];
  return { ...answer, body: { ...answer.body, type: unite(members) } };
}

/** Returns the responses that a middleware creates itself. A computed status usually comes from a response that it forwards. */
export function layerAnswers(reader: AnswerReader, layer: ViewFunction): readonly ViewAnswer[] {
  const found = returnedAnswers(reader, layer);
  return grouped(found.filter(({ isResponse, status }) => isResponse && status !== 'default'));
}

export function joinedAnswers(
  views: readonly ViewAnswer[],
  layers: readonly ViewAnswer[],
): readonly ViewAnswer[] {
  // A forwarded response with an unknown body is ignored if its status is already known.
  const added = layers.filter(
    ({ status, bodies }) =>
      !bodies.some(({ type }) => type.kind === 'unknown') ||
      !views.some((view) => view.status === status),
  );
  const split = [...views, ...added].flatMap(({ status, bodies }): readonly StatusBody[] =>
    bodies.length === 0 ? [{ status, body: undefined }] : bodies.map((body) => ({ status, body })),
  );
  return grouped(split);
}

type StatusBody = Pick<ReturnedAnswer, 'status' | 'body'>;

function grouped(found: readonly StatusBody[]): readonly ViewAnswer[] {
  const statuses = new Map<Status, Map<string, AnswerBody[]>>();
  for (const { status, body } of found) {
    const bodies = valueFor(statuses, status, () => new Map<string, AnswerBody[]>());
    if (body) addTo(bodies, `${body.mediaType} ${body.stream ?? ''}`, body);
  }
  return [...statuses]
    .toSorted(([left], [right]) => compareTexts(String(left), String(right)))
    .map(([status, bodies]) => ({
      status,
      bodies: [...bodies]
        .toSorted(([left], [right]) => compareTexts(left, right))
        .flatMap(([, [first, ...others]]) =>
          first ? [{ ...first, type: unite([first, ...others].map(({ type }) => type)) }] : [],
        ),
    }));
}
