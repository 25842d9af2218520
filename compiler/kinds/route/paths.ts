// The path of a route: its text, its grammar (docs/decisions/path-rules.md), and the gateway's limits on all paths together
// (specification 4.1).
import type { PathProblem, PathSegment } from '../../../runtime/contract/paths.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import {
  type Diagnostic,
  type Fix,
  type SourceSpan,
  diagnose,
  type DiagnosticLocation,
} from '../../diagnostics/diagnostic.js';
import { valueFor } from '../../groups.js';
import { refuse } from '../../values/decoded.js';
import {
  type StaticText,
  placeInText,
  replaceInText,
  type TextRange,
  writtenElsewhere,
} from '../../values/static-value.js';
import * as texts from './path-catalogue.js';
import { parseRoutePath, type Route, routesOf, validPath } from './route.js';

/** Checks the path as a string. Each problem is reported at the characters that cause it. */
export function checkPath({ path, at }: Route): readonly Diagnostic[] {
  if (path.kind === 'undefined') return [diagnose(texts.pathMissing, {}, { at })];
  if (path.kind === 'string') return [...checkPathText(path), ...checkReserved(path)];
  return refuse(path, (found) => diagnose(texts.pathType, { found }, { at: path.at })).findings;
}

/** Checks the grammar of a path or of a path prefix. */
export function checkPathText(path: StaticText): readonly Diagnostic[] {
  const { problems } = parseRoutePath(path.value);
  // Everything from the `?` on is one mistake: `/cities?name={name}`.
  const query = path.value.indexOf('?');
  if (query >= 0) {
    const location = locationInPath(path, [query, path.value.length]);
    return [diagnose(texts.pathCharacter, { path: path.value, character: '?' }, location)];
  }
  const reported = /^\/*$/.test(path.value) ? problems.slice(0, 1) : problems;
  return reported.map((problem) => report(path, problem));
}

function report(text: StaticText, { kind, start, end }: PathProblem): Diagnostic {
  const path = text.value;
  const segment = path.slice(start, end);
  const location = locationInPath(text, [start, end]);
  switch (kind) {
    case 'missing-leading-slash':
      return diagnose(texts.leadingSlash, { path }, { ...location, fix: insertSlash(text) });
    case 'trailing-slash':
      return diagnose(
        texts.trailingSlash,
        { path },
        { ...locationInPath(text, [end - 1, end]), fix: removeSlash(text, end) },
      );
    case 'empty-segment':
      return diagnose(
        texts.emptySegment,
        { path },
        { ...locationInPath(text, [start - 1, start + 1]), fix: removeSlash(text, start) },
      );
    case 'illegal-character':
      return diagnose(texts.pathCharacter, { path, character: segment }, location);
    case 'unbalanced-brace':
      return diagnose(texts.unbalancedBrace, { path, segment }, location);
    case 'partial-capture':
      return diagnose(texts.partialCapture, { path, segment }, location);
    case 'empty-capture':
      return diagnose(texts.emptyCapture, { path }, location);
    case 'greedy-capture':
      return diagnose(texts.greedyCapture, { path, segment }, location);
    case 'capture-name':
      return diagnose(texts.captureName, { path, segment }, location);
    case 'duplicate-capture':
      return reportDuplicate(text, [start, end]);
  }
}

/** Reports a capture that occurs twice. The first occurrence may be in a prefix. */
function reportDuplicate(path: StaticText, range: TextRange): Diagnostic {
  const segment = path.value.slice(...range);
  const { at, related } = placeInPath(path, range);
  const first = path.value.indexOf(segment);
  const place = placeInPath(path, [first, first + segment.length]).at;
  const before = path.pieces ? [{ message: 'It is here first.', at: place }] : [];
  // The path ends with the piece that contains the capture, so that a mistake in a prefix is reported once for all routes.
  const data = { path: pieceAt(path, range).path, segment };
  return diagnose(texts.duplicateCapture, data, { at, related: [...before, ...related] });
}

function locationInPath(text: StaticText, range: TextRange): DiagnosticLocation {
  return { at: placeInText(text, range), related: writtenElsewhere(text, range) };
}

function insertSlash(text: StaticText): Fix | undefined {
  return replaceInText(text, [0, 0], { title: 'Add the leading slash', text: '/' });
}

/** Removes the slash that ends at the offset `end`. */
function removeSlash(text: StaticText, end: number): Fix | undefined {
  return replaceInText(text, [end - 1, end], { title: 'Remove the slash', text: '' });
}

/**
 * Paths that are reserved for the gateway's own health check on custom domains
 * (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html).
 */
const RESERVED: ReadonlySet<string> = new Set(['/ping', '/sping']);

function checkReserved({ value: path, at }: StaticText): readonly Diagnostic[] {
  return RESERVED.has(path) ? [diagnose(texts.reservedPath, { path }, { at })] : [];
}

const DEFAULT_QUOTA = 300;

/**
 * Warns about more than 300 resources, the limit of a REST API unless the account's quota was increased
 * (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html).
 */
export function checkResourceCount(facts: AppFacts): readonly Diagnostic[] {
  const [app] = facts.apps;
  const count = countResources(facts);
  if (!app || count <= DEFAULT_QUOTA) return [];
  return [diagnose(texts.tooManyResources, { count, quota: DEFAULT_QUOTA }, { at: app.at })];
}

/** Returns the number of resources: the root, and one for each distinct path prefix. */
function countResources(facts: AppFacts): number {
  const resources = new Set<string>(['/']);
  for (const route of routesOf(facts)) {
    let resource = validPath(route)?.value ?? '/';
    while (resource.length > 1) {
      resources.add(resource);
      resource = resource.slice(0, resource.lastIndexOf('/'));
    }
  }
  return resources.size;
}

/** One capture of one route. `position` is the same for all captures of the same gateway resource. */
type CapturePlace = {
  readonly position: string;
  readonly name: string;
  readonly path: StaticText;
  readonly range: TextRange;
};

/** The gateway rejects different captures at one position, `/a/{x}` and `/a/{y}/z` (docs/decisions/path-rules.md). */
export function checkSiblingCaptures(facts: AppFacts): readonly Diagnostic[] {
  const firsts = new Map<string, CapturePlace>();
  const found: Diagnostic[] = [];
  for (const route of routesOf(facts)) {
    const path = validPath(route);
    if (!path) continue;
    for (const capture of capturesOf(path)) {
      const first = valueFor(firsts, `${route.app} ${capture.position}`, () => capture);
      if (first.name !== capture.name) found.push(reportSibling(capture, first));
    }
  }
  return found;
}

function capturesOf(path: StaticText): CapturePlace[] {
  const captures: CapturePlace[] = [];
  let position = '';
  let offset = 0;
  for (const segment of parseRoutePath(path.value).segments) {
    const end = offset + 1 + writtenLength(segment);
    if (segment.kind === 'capture') {
      const range = [offset + 1, end] as const;
      captures.push({ position: `${position}/{}`, name: segment.name, path, range });
    }
    position += segment.kind === 'capture' ? '/{}' : `/${segment.text}`;
    offset = end;
  }
  return captures;
}

function writtenLength(segment: PathSegment): number {
  return segment.kind === 'capture' ? segment.name.length + 2 : segment.text.length;
}

function reportSibling({ name, path, range }: CapturePlace, first: CapturePlace): Diagnostic {
  const parent = path.value.slice(0, range[0] - 1) || '/';
  const location = placeInPath(path, range);
  const other = placeInPath(first.path, first.range);
  return diagnose(
    texts.siblingCapture,
    { capture: name, other: first.name, parent },
    {
      at: location.at,
      related: [
        { message: `The capture {${first.name}} is here.`, at: other.at },
        ...location.related,
      ],
    },
  );
}

// Finds where the characters of a path are written: in the route's own path, or in a prefix (docs/decisions/blueprints.md).

type Piece = {
  readonly text: StaticText;
  readonly range: TextRange;
  /** The path up to the end of this piece. */
  readonly path: string;
  readonly isPrefix: boolean;
};

/** Returns the piece that contains a range of the path. A slash between two pieces belongs to neither of them. */
function pieceAt(path: StaticText, [start, end]: TextRange): Piece {
  let offset = 0;
  for (const text of path.pieces ?? []) {
    const next = offset + (text.value === '/' ? 0 : text.value.length);
    if (start < next)
      return {
        text,
        range: [start - offset, end - offset],
        path: path.value.slice(0, next),
        isPrefix: text !== path.pieces?.at(-1),
      };
    offset = next;
  }
  return { text: path, range: [start, end], path: path.value, isPrefix: false };
}

type WrittenPlace = {
  readonly at: SourceSpan;
  readonly related: NonNullable<Diagnostic['related']>;
};

/** Returns the location of a range of the path. If it is in a prefix, the route is a related location. */
function placeInPath(path: StaticText, range: TextRange): WrittenPlace {
  const piece = pieceAt(path, range);
  return {
    at: placeInText(piece.text, piece.range),
    related: [
      ...writtenElsewhere(piece.text, piece.range),
      ...(piece.isPrefix ? [{ message: 'This route comes after it.', at: path.at }] : []),
    ],
  };
}
