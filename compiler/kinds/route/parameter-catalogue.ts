// FW23: how captures are passed to the parameters of a view, and what the view may return (specification 4.1).
import { code, type CatalogueEntry } from '../../diagnostics/diagnostic.js';
import { withSlashes } from './route.js';

export const equalViewNames: CatalogueEntry<{ readonly view: string; readonly path: string }> = {
  code: 'FW2306',
  severity: 'error',
  title: 'Two views of a path have the same name',
  message: ({ view, path }) => `The path ${code(path)} already has a view named ${code(view)}.`,
  hint: () => 'Give one of them another name.',
};

export const captureWithoutParameter: CatalogueEntry<{
  readonly capture: string;
  readonly view: string;
  readonly parameter: string | undefined;
}> = {
  code: 'FW2307',
  severity: 'error',
  title: 'A capture has no parameter in the view',
  message: ({ capture, view }) =>
    `The view ${code(view)} has no parameter for the capture ${code(`{${capture}}`)}.`,
  hint: ({ capture, parameter }) =>
    parameter === undefined
      ? `Add the parameter ${code(`${capture}: string`)}.`
      : `The names must match: rename the parameter ${code(parameter)} to ${code(capture)}, or the capture to ${code(`{${parameter}}`)}.`,
};

export const parameterWithoutCapture: CatalogueEntry<{
  readonly parameter: string;
  readonly type: string | undefined;
  readonly view: string;
  readonly path: string;
  /** True if a method of the route has a body. */
  readonly mayHaveBody: boolean;
}> = {
  code: 'FW2308',
  severity: 'error',
  title: 'A parameter of a view has no capture in the path',
  message: ({ parameter, view, path }) =>
    `The parameter ${code(parameter)} of the view ${code(view)} has no capture in the path ${code(path)}.`,
  hint: ({ parameter, type = 'string', path, mayHaveBody }) => {
    if (REQUEST_NAMES.has(parameter)) return 'Remove it: the request is `app.currentRequest`.';
    if (BODY_NAMES.has(parameter) || (mayHaveBody && !SCALARS.has(type)))
      return `If it is the body, call it \`body\`: ${code(`body: ${type}`)}.`;
    // An object type describes all query parameters, not a single one.
    if (type.startsWith('{'))
      return `If it is the query, call it \`query\`: ${code(`query: ${type}`)}.`;
    const capture = code(withSlashes(`${path}/{${parameter}}`));
    const query = code(`query: { ${parameter}?: ${type === 'number' ? 'Int' : type} }`);
    return `Write ${capture}, or use a query parameter: ${query}.`;
  },
};

const REQUEST_NAMES: ReadonlySet<string> = new Set([
  'req',
  'request',
  'event',
  'context',
  'ctx',
  'res',
]);

/** Types that a path or a query can contain. */
const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'Int']);

const BODY_NAMES: ReadonlySet<string> = new Set([
  'data',
  'dto',
  'input',
  'json',
  'jsonBody',
  'payload',
]);

export const destructuredParameter: CatalogueEntry<{
  readonly view: string;
  readonly type: string | undefined;
}> = {
  code: 'FW2309',
  severity: 'error',
  title: 'A parameter of a view is destructured',
  message: ({ view }) =>
    `A parameter of the view ${code(view)} is destructured, but captures and inputs are matched to parameters by name.`,
  hint: ({ type }) =>
    type === undefined
      ? 'Write one plain parameter for each capture: `view(city: string)`.'
      : `Give it a name and destructure it in the view: ${code(`query: ${type}`)}, \`body\` or \`headers\`; each capture needs its own parameter.`,
};

export const restParameter: CatalogueEntry<{ readonly view: string }> = {
  code: 'FW2310',
  severity: 'error',
  title: 'A parameter of a view is a rest parameter',
  message: ({ view }) =>
    `The view ${code(view)} has a rest parameter, but captures are matched to parameters by name.`,
  hint: () => 'Write one plain parameter for each capture: `view(city: string)`.',
};

export const parameterType: CatalogueEntry<{
  readonly parameter: string;
  readonly view: string;
  readonly type: string;
}> = {
  code: 'FW2311',
  severity: 'error',
  title: 'A parameter of a view cannot take a string',
  message: ({ parameter, view, type }) =>
    `The parameter ${code(parameter)} of the view ${code(view)} has the type ${code(type)}, but a capture arrives as a string.`,
  hint: ({ parameter, type }) =>
    type === 'number'
      ? `Write ${code(`${parameter}: Int`)}, or \`Num\` for any number: types from 'framework' that parse and validate the string.`
      : `Write ${code(`${parameter}: string`)}, or \`Int\`, \`Num\`, \`boolean\` or literals.`,
};

type OnView = { readonly view: string };

export const webResponse: CatalogueEntry<OnView & { readonly form: 'new' | 'static' | 'fetch' }> = {
  code: 'FW2313',
  severity: 'error',
  title: 'A view returns the Response of the Fetch API',
  message: ({ view, form }) =>
    form === 'fetch'
      ? `The view ${code(view)} returns the \`Response\` of \`fetch\`, which becomes \`{}\` in JSON.`
      : `The view ${code(view)} returns the \`Response\` of the Fetch API, which becomes \`{}\` in JSON.`,
  hint: ({ form }) => {
    if (form === 'fetch') return 'Return its content: `(await fetch(url)).json()`.';
    const own = "Write `import { Response } from 'framework';`";
    return form === 'new'
      ? `${own}: its constructor is \`new Response(body, statusCode, headers)\`.`
      : `${own} and \`new Response(body, statusCode, headers)\`, or return only the body.`;
  },
};

export const hiddenAnswer: CatalogueEntry<OnView & { readonly found: string }> = {
  code: 'FW2314',
  severity: 'error',
  title: 'A view returns a value that JSON cannot represent',
  message: ({ view, found }) =>
    found === 'generator'
      ? `The view ${code(view)} is a generator, which becomes \`{}\` in JSON.`
      : `The view ${code(view)} returns ${found.startsWith('A') ? 'an' : 'a'} ${code(found)}, which becomes \`{}\` in JSON.`,
  hint: ({ found }) =>
    HIDDEN_HINTS[found] ?? 'Return a list or an object, or a `Response` with text or bytes.',
};

const HIDDEN_HINTS: Readonly<Record<string, string>> = {
  generator: 'Write `async *` to stream what it yields, or return a list: `[...values()]`.',
  Generator:
    'Return a list, `[...values()]`, or make it an `async` generator to stream what it yields.',
  AsyncIterator: 'Return an `AsyncIterable`, which streams.',
  Map: 'Return an object, `Object.fromEntries(map)`, or a list, `[...map]`.',
  Set: 'Return a list: `[...set]`.',
  URLSearchParams:
    'Return an object, `Object.fromEntries(params)`, or a string, `params.toString()`.',
  Headers: 'Return an object: `Object.fromEntries(headers)`.',
};
