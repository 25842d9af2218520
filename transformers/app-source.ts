// Prepares a module of the application for another tool: binds its views, lowers its decorators and, for a bundler,
// keeps its place.
import type { AppModule } from '../compiler/compile-app.js';
import type { ProjectSettings } from '../compiler/modules/source-files.js';
import { lowerModule } from '../compiler/syntax/swc.js';
import { type BindOptions, bindViews, type BoundSource, withInlineMap } from './bind-views.js';
import { mentionsPlace, placeModule } from './module-place.js';

/** A text for esbuild with its source map as a comment, and the loader that reads it. */
export type BundlerSource = {
  readonly contents: string;
  readonly loader: 'js' | 'jsx' | 'ts' | 'tsx';
  /** The text and map without the source map comment, to find places in the user's text. */
  readonly source: BoundSource;
};

/** The text of a module for the bundler; undefined when the bundler can read the file as it is. */
export function transformSource(
  module: AppModule,
  settings: ProjectSettings,
  isLate: boolean,
): BundlerSource | undefined {
  const place = mentionsPlace(module.text) ? placeInPackage(module.file) : undefined;
  const isPlaced = place !== undefined;
  const made = bindSource(module, settings, { isLowered: isPlaced, isLate });
  if (!made) return undefined;
  const isJsx = module.file.endsWith('x');
  if (!made.isLowered) {
    const isTypeScript = /\.[cm]?tsx?$/.test(module.file);
    return forBundler(made.source, isTypeScript ? (isJsx ? 'tsx' : 'ts') : isJsx ? 'jsx' : 'js');
  }
  const loader = isJsx ? 'jsx' : 'js';
  return forBundler(isPlaced ? placeModule(made.source, place) : made.source, loader);
}

/** A module with its views bound; `isLowered` when it is JavaScript without decorators, types or not. */
export type PreparedSource = { readonly source: BoundSource; readonly isLowered: boolean };

/**
 * Binds the views of a module, and lowers it when decorators are left in it or `isLowered` asks for it. Undefined when
 * there is nothing to do.
 */
export function bindSource(
  module: AppModule,
  settings: ProjectSettings,
  { isLowered, isLate = false }: Pick<BindOptions, 'isLate'> & { readonly isLowered: boolean },
): PreparedSource | undefined {
  const { file, text, bindings } = module;
  const { decorators, emitsMetadata } = settings;
  const isLoweredSo = isLowered || isReadOtherwise(module, settings);
  if (bindings.length === 0 && !isLoweredSo && !hasDecorators(text)) return undefined;
  const name = file.split('/').at(-1) ?? file;
  const bound = bindViews({ file: name, text }, bindings, {
    decorators,
    keepsMetadata: decorators === 'legacy' && emitsMetadata,
    isLate,
  });
  if (!isLoweredSo && !hasDecorators(bound.code)) return { source: bound, isLowered: false };
  const lowered = lowerModule({
    ...settings,
    assignsFields: settings.assignsFields === true && isOfProject(file),
    file: name,
    text: bound.code,
    ...(bound.map !== undefined && { inputSourceMap: bound.map }),
  });
  return { source: lowered, isLowered: true };
}

/**
 * True for a module whose tsconfig.json has settings that the next tool does not know. esbuild gets no settings for files
 * that a plugin returns.
 */
function isReadOtherwise(
  { file, text }: AppModule,
  { assignsFields, keepsUnusedImports }: ProjectSettings,
): boolean {
  if (!isOfProject(file) || !/\.[cm]?tsx?$/.test(file)) return false;
  return (
    (assignsFields === true && /\bclass\b/.test(text)) ||
    (keepsUnusedImports === true && /\bimport\b/.test(text))
  );
}

/** A file outside the project has a tsconfig.json of its own, or was JavaScript before. */
function isOfProject(file: string): boolean {
  return !/^(?:\.\.\/|\/|\w:)|(?:^|\/)node_modules\//.test(file);
}

/**
 * Where a module stands in the deployable folder, as the files beside it do. Undefined for one that is neither of the project
 * nor of an installed package.
 */
export function placeInPackage(file: string): string | undefined {
  return isOfProject(file) ? file : /(?<=^|\/)node_modules\/.*$/.exec(file)?.[0];
}

function forBundler(source: BoundSource, loader: BundlerSource['loader']): BundlerSource {
  return { contents: withInlineMap(source), loader, source };
}

/**
 * Tells whether a text may hold a decorator. A false positive costs a millisecond; lines of comments are left out because
 * documentation is full of `@param`.
 */
function hasDecorators(text: string): boolean {
  const code = text.replaceAll(/^\s*(?:\/\/|\*).*$/gm, '');
  return /(?:^|[\s(,;{})/])@[\w$(\u0080-\uffff]/m.test(code);
}
