// FW21: the path of a route (specification 4.1, docs/decisions/path-rules.md).
import { code, type CatalogueEntry, type NoData } from '../../diagnostics/diagnostic.js';
import { withSlashes } from './route.js';

type InPath = { readonly path: string };

function writeCorrected({ path }: InPath): string {
  return `Write ${code(withSlashes(path))}.`;
}

type InSegment = InPath & { readonly segment: string };

export const pathMissing: CatalogueEntry<NoData> = {
  code: 'FW2101',
  severity: 'error',
  title: 'A route has no path',
  message: () => '`route` needs a path as its first argument.',
  hint: () => "Write `@app.route('/')` for the root.",
};

export const pathType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2102',
  severity: 'error',
  title: 'The path of a route is not a string',
  message: ({ found }) => `The path of a route must be a string, but this is ${found}.`,
  hint: () => "Write it in quotes: `@app.route('/cities/{city}')`.",
};

export const trailingSlash: CatalogueEntry<InPath> = {
  code: 'FW2103',
  severity: 'error',
  title: 'A path ends in a slash',
  message: ({ path }) => `The path ${code(path)} ends in a slash.`,
  hint: writeCorrected,
};

export const leadingSlash: CatalogueEntry<InPath> = {
  code: 'FW2104',
  severity: 'error',
  title: 'A path does not begin with a slash',
  message: ({ path }) =>
    path === '' ? 'The path is empty.' : `The path ${code(path)} does not begin with a slash.`,
  hint: writeCorrected,
};

export const emptySegment: CatalogueEntry<InPath> = {
  code: 'FW2105',
  severity: 'error',
  title: 'A path has an empty segment',
  message: ({ path }) => `The path ${code(path)} has two consecutive slashes.`,
  hint: writeCorrected,
};

export const pathCharacter: CatalogueEntry<InPath & { readonly character: string }> = {
  code: 'FW2106',
  severity: 'error',
  title: 'A path contains a character that is not allowed',
  message: ({ path, character }) =>
    `The path ${code(path)} contains the character ${code(character)}; a path consists of letters, digits, \`.\`, \`_\`, \`-\`, slashes and captures.`,
  hint: ({ character }) => CHARACTER_HINTS[character],
};

const CHARACTER_HINTS: Readonly<Record<string, string>> = {
  '?': 'Routing cannot depend on the query string: end the path before it and read `app.currentRequest.queryParams` in the view.',
  '#': 'A browser never sends the part after `#`: end the path before it.',
  ':': 'Write a capture in braces: `/cities/{city}`.',
  '<': 'Write a capture in braces: `/cities/{city}`.',
  '*': 'There are no wildcards: declare each path, with captures such as `{name}` for whole segments.',
  ' ': 'Write `-` or `_` between words.',
  '%': 'Captures are decoded automatically, and fixed segments cannot contain encoded characters: use letters, digits, `.`, `_` and `-`.',
};

export const unbalancedBrace: CatalogueEntry<InSegment> = {
  code: 'FW2107',
  severity: 'error',
  title: 'A capture has an unmatched brace',
  message: ({ path, segment }) =>
    `The braces in ${code(segment)} of the path ${code(path)} do not match.`,
  hint: () => 'Write a capture as `{name}`.',
};

export const partialCapture: CatalogueEntry<InSegment> = {
  code: 'FW2108',
  severity: 'error',
  title: 'A capture is not a whole segment',
  message: ({ path, segment }) =>
    `The capture in ${code(segment)} of the path ${code(path)} does not fill the whole segment between two slashes.`,
  hint: () => 'Capture the whole segment, as in `/files/{name}`, and parse it in the view.',
};

export const emptyCapture: CatalogueEntry<InPath> = {
  code: 'FW2109',
  severity: 'error',
  title: 'A capture has no name',
  message: ({ path }) => `The path ${code(path)} has a capture without a name.`,
  hint: () => 'Name it after the parameter of the view: `{city}`.',
};

export const greedyCapture: CatalogueEntry<InSegment> = {
  code: 'FW2110',
  severity: 'error',
  title: 'Greedy captures are not supported',
  message: ({ path, segment }) =>
    `The capture ${code(segment)} of the path ${code(path)} is greedy, but a capture can match only one segment.`,
  hint: ({ segment }) =>
    `Write ${code(segment.replace('+', ''))}, and one capture for each segment.`,
};

export const captureName: CatalogueEntry<InSegment> = {
  code: 'FW2111',
  severity: 'error',
  title: 'The name of a capture is not a valid parameter name',
  message: ({ path, segment }) =>
    `The name in the capture ${code(segment)} of the path ${code(path)} is not a valid parameter name.`,
  hint: ({ segment }) => {
    const name = nameIn(segment);
    return name === undefined
      ? 'A name consists of letters, digits and `_`, and does not begin with a digit.'
      : `Write ${code(`{${name}}`)}.`;
  },
};

/** Returns the name that the author probably intended: `userId` for `{user-id}`, `id` for `{id:int}`. */
function nameIn(segment: string): string | undefined {
  const name = segment
    .slice(1, -1)
    .trim()
    .replace(/:.*$/, '')
    .replace(/[-.]([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : undefined;
}

export const duplicateCapture: CatalogueEntry<InSegment> = {
  code: 'FW2112',
  severity: 'error',
  title: 'A path has the same capture twice',
  message: ({ path, segment }) => `The path ${code(path)} has the capture ${code(segment)} twice.`,
  hint: () => 'Give each capture a unique name.',
};

export const siblingCapture: CatalogueEntry<{
  readonly capture: string;
  readonly other: string;
  readonly parent: string;
}> = {
  code: 'FW2113',
  severity: 'error',
  title: 'Two captures at the same position have different names',
  message: ({ capture, other, parent }) =>
    `The capture ${code(`{${capture}}`)} is at the same position as ${code(`{${other}}`)} of another route: the gateway allows only one capture name after ${code(parent)}.`,
  hint: ({ capture, other }) =>
    `Name both ${code(`{${other}}`)} or both ${code(`{${capture}}`)}, and rename the parameters of their views accordingly.`,
};

export const tooManyResources: CatalogueEntry<{ readonly count: number; readonly quota: number }> =
  {
    code: 'FW2114',
    severity: 'warning',
    title: 'The routes need more gateway resources than the default quota allows',
    message: ({ count, quota }) =>
      `The routes need ${count} gateway resources, one for each distinct beginning of a path; an API can have at most ${quota} unless the account's quota has been raised.`,
    hint: () =>
      'Request a higher `Resources per API` quota in the Service Quotas console, replace fixed segments with captures, or split the application in two.',
  };

export const reservedPath: CatalogueEntry<InPath> = {
  code: 'FW2115',
  severity: 'warning',
  title: 'A path is reserved by the gateway',
  message: ({ path }) =>
    `On a custom domain the gateway handles ${code(path)} itself, so the view is never called there.`,
  hint: () => 'Choose another path, for example `/health`.',
};
