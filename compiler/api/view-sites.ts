// Finds the function of each view in the source, and the TSDoc comment before it.
import { functionOf } from '../syntax/expressions.js';
import type { CallExpression, ModuleItem, Span } from '../syntax/tree.js';
import { traceExpression } from '../facts/entity.js';
import type { LoadedModule } from '../facts/module-graph.js';
import type { Use } from '../facts/module-record.js';
import type { Program } from '../facts/program.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import {
  commentBefore,
  readDocComment,
  type DocComment,
  type DocTag,
} from '../syntax/doc-comment.js';
import type { AnyFunction } from './inference.js';

export type ViewSite = {
  /** The module of the declaration. */
  readonly module: LoadedModule;
  /** Undefined when the called function is not known. */
  readonly view: { readonly module: LoadedModule; readonly node: AnyFunction } | undefined;
  readonly comment: ViewComment | undefined;
};

export type ViewComment = DocComment & {
  /** Where a tag is written. */
  readonly spanOf: (tag: DocTag) => SourceSpan;
};

/** The views of modules, by the file and offset of their declaration `app.route(...)`. */
export function findViewSites(
  program: Program,
  programs: ReadonlyMap<string, readonly ModuleItem[]>,
): ReadonlyMap<string, ViewSite> {
  const sites = new Map<string, ViewSite>();
  for (const module of program.graph.modules.values()) {
    const { source, uses } = module.record;
    const keyOf = ({ span }: CallExpression): string =>
      `${source.file}:${String(source.offsetOf(span.start))}`;
    for (const use of uses) {
      if (use.kind === 'decorator') sites.set(keyOf(use.call), methodSite(module, use));
      if (use.kind === 'apply') {
        const items = programs.get(module.path) ?? [];
        sites.set(keyOf(use.call), callSite(program, module, [use, items]));
      }
    }
  }
  return sites;
}

type DecoratorUse = Use & { readonly kind: 'decorator' };
type ApplyUse = Use & { readonly kind: 'apply' };

function methodSite(module: LoadedModule, { member }: DecoratorUse): ViewSite {
  if (member?.type !== 'ClassMethod') return { module, view: undefined, comment: undefined };
  const decorators = member.function.decorators ?? [];
  const start = Math.min(...decorators.map(({ span }) => span.start), member.span.start);
  return {
    module,
    view: { module, node: member.function },
    // A comment may be before the decorators or after them.
    comment: commentAt(module, start) ?? commentAt(module, member.key.span.start),
  };
}

function callSite(
  program: Program,
  module: LoadedModule,
  [use, items]: readonly [ApplyUse, readonly ModuleItem[]],
): ViewSite {
  const { outer } = use;
  const item = items.find(({ span }) => isIn(span, outer.span));
  const comment = item && commentAt(module, item.span.start);
  const given = outer.arguments[0]?.expression;
  const own = given && functionOf(given);
  if (own) return { module, view: { module, node: own }, comment };
  const entity = given && traceExpression(program, module, given);
  const view = entity?.kind === 'function' ? entity : undefined;
  return { module, view: view && { module: view.module, node: view.node }, comment };
}

function isIn(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function commentAt({ record }: LoadedModule, position: number): ViewComment | undefined {
  const { source } = record;
  const written = commentBefore(source, position);
  if (!written) return undefined;
  const { comment, start } = written;
  const read = readDocComment(comment);
  const spanOf = (tag: DocTag): SourceSpan => {
    const same = read.tags.filter(({ name }) => name === tag.name);
    const found = [...comment.matchAll(new RegExp(`@${tag.name}\\b`, 'g'))];
    const at = start + (found[same.indexOf(tag)]?.index ?? 0);
    return source.spanBetween(at, at + tag.name.length + 1);
  };
  return { ...read, spanOf };
}
