// The gateway allows one capture name behind a given beginning of a path (design.md 4.12): `/a/{x}` and `/a/{y}/z` cannot
// both exist.
import type { PathSegment } from '../../../runtime/contract/paths.js';
import { parseRoutePath } from '../../facts/route-path.js';
import { siblingCapture } from '../../diagnostics/catalogue/path.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { placeInText, type TextRange } from '../../values/literal-place.js';
import { validPath, type PathText } from './valid-path.js';

/** One capture of one route: `position` is equal for captures that the gateway holds for the same resource. */
type CapturePlace = {
  readonly position: string;
  readonly name: string;
  readonly path: PathText;
  readonly range: TextRange;
};

export function checkSiblingCaptures(facts: AppFacts): Diagnostic[] {
  const firsts = new Map<string, CapturePlace>();
  const found: Diagnostic[] = [];
  for (const route of facts.routes) {
    const path = validPath(route);
    if (!path) continue;
    for (const capture of capturesOf(path)) {
      const key = `${route.app} ${capture.position}`;
      const first = firsts.get(key);
      if (!first) firsts.set(key, capture);
      else if (first.name !== capture.name) found.push(report(capture, first));
    }
  }
  return found;
}

function capturesOf(path: PathText): CapturePlace[] {
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

function report({ name, path, range }: CapturePlace, first: CapturePlace): Diagnostic {
  const parent = path.value.slice(0, range[0] - 1) || '/';
  return diagnose(
    siblingCapture,
    { capture: name, other: first.name, parent },
    {
      at: placeInText(path, range),
      related: [
        {
          message: `The capture {${first.name}} stands here.`,
          at: placeInText(first.path, first.range),
        },
      ],
    },
  );
}
