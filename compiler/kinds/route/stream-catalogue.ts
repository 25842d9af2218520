// FW3320 to FW3339: views that stream (docs/decisions/streaming.md).
import { code, codeList, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

export const streamsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3320',
  severity: 'error',
  title: 'streams is neither true nor false',
  message: ({ found }) => `\`streams\` must be \`true\` or \`false\`, but this is ${found}.`,
  hint: () => 'Omit the option if the return type shows that the view streams.',
};

export const severalStreams: CatalogueEntry<{
  readonly view: string;
  readonly shapes: readonly string[];
}> = {
  code: 'FW3321',
  severity: 'error',
  title: 'A view streams in more than one way',
  message: ({ view, shapes }) =>
    `The view ${code(view)} streams in more than one way: ${shapes.join(' and ')}. A response has only one content type.`,
  hint: () => 'Return one kind of item, or declare a route for each.',
};

export const droppedStream: CatalogueEntry<{
  readonly view: string;
  readonly isGenerator: boolean;
}> = {
  code: 'FW3322',
  severity: 'error',
  title: 'A stream is discarded',
  message: ({ view, isGenerator }) =>
    isGenerator
      ? `The view ${code(view)} discards this stream: a generator sends only what it yields, and calling an async generator does not run it.`
      : `The view ${code(view)} discards this stream: calling an async generator does not run it.`,
  hint: ({ isGenerator }) =>
    isGenerator
      ? 'Write `yield*` before the call, or remove the `*` of the view and return the stream.'
      : 'Return the stream, or consume it: `for await (const item of items()) …`.',
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
  title: 'contentTypes of a streaming view names the content type of its response',
  message: ({ types }) =>
    `\`contentTypes\` lists the content types of requests, but ${codeList(types)} is the content type of the response of this view: ordinary requests are rejected with 415.`,
  hint: () => 'Omit the option: the return type determines the content type of a stream.',
};

export const streamsNot: CatalogueEntry<{ readonly view: string }> = {
  code: 'FW3325',
  severity: 'error',
  title: 'streams is false for a view that streams',
  message: ({ view }) => `\`streams\` is false, but the view ${code(view)} returns a stream.`,
  hint: () => 'Omit the option, or return a list: `await Array.fromAsync(items())`.',
};

export const unclearStream: CatalogueEntry<{ readonly view: string; readonly what: string }> = {
  code: 'FW3326',
  severity: 'warning',
  title: 'A view may stream, but its return type is unknown',
  message: ({ view, what }) =>
    `The view ${code(view)} may return a stream, but the type of ${code(what)} is unknown. A stream that is not recognized results in a 500 response.`,
  hint: () =>
    'Declare the return type, such as `AsyncIterable<string>`, or write `streams: true` in the route; `streams: false` declares that the view does not stream.',
};

export const neverStreams: CatalogueEntry<{ readonly view: string; readonly type: string }> = {
  code: 'FW3327',
  severity: 'warning',
  title: 'streams is true for a view that never streams',
  message: ({ view, type }) =>
    `\`streams\` is true, but the view ${code(view)} returns ${code(type)}, which is not a stream: the streaming function serves the view, without compression or caching.`,
  hint: () => 'Omit the option, or correct the return type.',
};

export const binaryStream: CatalogueEntry<{
  readonly path: string;
  readonly types: readonly string[];
}> = {
  code: 'FW3328',
  severity: 'warning',
  title: 'api.binaryTypes names the content type of a stream',
  message: ({ path, types }) =>
    `\`api.binaryTypes\` lists ${codeList(types)}, which has no effect on the streaming route ${code(path)}: API Gateway forwards the bytes of a stream unchanged.`,
  hint: ({ types }) => `Remove ${types.length === 1 ? 'it' : 'them'} from the list.`,
};
