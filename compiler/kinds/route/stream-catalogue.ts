// FW3320 to FW3339: views that stream (docs/decisions/streaming.md).
import { code, codeList, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

export const streamsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3320',
  severity: 'error',
  title: 'streams is neither true nor false',
  message: ({ found }) => `\`streams\` must be \`true\` or \`false\`, and this is ${found}.`,
  hint: () => 'Leave the option out where the return type says that the view streams.',
};

export const severalStreams: CatalogueEntry<{
  readonly view: string;
  readonly shapes: readonly string[];
}> = {
  code: 'FW3321',
  severity: 'error',
  title: 'A view streams in more than one way',
  message: ({ view, shapes }) =>
    `The view ${code(view)} streams in more than one way: ${shapes.join(' and ')}. A client reads one content type.`,
  hint: () => 'Return one kind of items, or declare a route for each.',
};

export const droppedStream: CatalogueEntry<{
  readonly view: string;
  readonly isGenerator: boolean;
}> = {
  code: 'FW3322',
  severity: 'error',
  title: 'A stream is dropped',
  message: ({ view, isGenerator }) =>
    isGenerator
      ? `The view ${code(view)} drops this stream: a generator sends what it yields, and what is only called does not run.`
      : `The view ${code(view)} drops this stream: an async generator that is only called does not run.`,
  hint: ({ isGenerator }) =>
    isGenerator
      ? 'Write `yield*` before it, or leave out the `*` of the view and return it.'
      : 'Return it, or run it: `for await (const item of items()) …`.',
};

export const streamFunction: CatalogueEntry<{ readonly name: string; readonly path: string }> = {
  code: 'FW3323',
  severity: 'error',
  title: 'A lambda function has the name of the streaming function',
  message: ({ name, path }) =>
    `The lambda function ${code(name)} has the name of the function that serves ${code(path)} and other routes that stream.`,
  hint: () => "Give it another name: `app.lambdaFunction({ name: 'live' })`.",
};

export const streamContentTypes: CatalogueEntry<{ readonly types: readonly string[] }> = {
  code: 'FW3324',
  severity: 'warning',
  title: 'contentTypes of a streaming view names the content type of its answer',
  message: ({ types }) =>
    `\`contentTypes\` lists what requests may be sent as, and ${codeList(types)} is what this view answers: ordinary requests are refused with 415.`,
  hint: () => 'Leave the option out: the return type decides the content type of a stream.',
};

export const streamsNot: CatalogueEntry<{ readonly view: string }> = {
  code: 'FW3325',
  severity: 'error',
  title: 'streams is false for a view that streams',
  message: ({ view }) => `\`streams\` is false, and the view ${code(view)} returns a stream.`,
  hint: () => 'Leave the option out, or return a list: `await Array.fromAsync(items())`.',
};

export const unclearStream: CatalogueEntry<{ readonly view: string; readonly what: string }> = {
  code: 'FW3326',
  severity: 'warning',
  title: 'A view may stream, and its type cannot be read',
  message: ({ view, what }) =>
    `The view ${code(view)} may return a stream, and the type of ${code(what)} cannot be read. A stream that is not known as one is answered with 500.`,
  hint: () =>
    'Write the return type, such as `AsyncIterable<string>`, or `streams: true` in the route; `streams: false` says that it is no stream.',
};

export const neverStreams: CatalogueEntry<{ readonly view: string; readonly type: string }> = {
  code: 'FW3327',
  severity: 'warning',
  title: 'streams is true for a view that never streams',
  message: ({ view, type }) =>
    `\`streams\` is true, and the view ${code(view)} returns ${code(type)}, which is no stream: the streaming function serves it, without compression and caching.`,
  hint: () => 'Leave the option out, or correct the return type.',
};

export const binaryStream: CatalogueEntry<{
  readonly path: string;
  readonly types: readonly string[];
}> = {
  code: 'FW3328',
  severity: 'warning',
  title: 'api.binaryTypes names the content type of a stream',
  message: ({ path, types }) =>
    `\`api.binaryTypes\` lists ${codeList(types)}, which has no effect on the streaming route ${code(path)}: API Gateway passes on the bytes of a stream as they are.`,
  hint: () => 'Leave it out of the list.',
};
