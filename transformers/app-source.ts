// One module of the application made ready for the bundler: its views bound, its decorators lowered, its place kept.
import type { AppModule } from '../compiler/compile-app.js';
import type { ProjectSettings } from '../compiler/modules/source-files.js';
import { lowerModule } from '../compiler/syntax/swc.js';
import { bindViews, type BoundSource } from './bind-views.js';
import { mentionsPlace, placeModule, type Transform } from './module-place.js';
import { withInlineMap } from './source-map-comment.js';

/** A text for esbuild, its source map inside, and the loader that reads it. */
export type BundlerSource = {
  readonly contents: string;
  readonly loader: 'js' | 'jsx' | 'ts' | 'tsx';
  /** The text and map without the comment, for finding places in the user's text. */
  readonly source: BoundSource;
};

/** The text of a module for the bundler; undefined when the bundler can read the file as it is. */
export async function transformSource(
  module: AppModule,
  settings: ProjectSettings,
  transform: Transform,
): Promise<BundlerSource | undefined> {
  const name = module.file.split('/').at(-1) ?? module.file;
  const { decorators, emitsMetadata } = settings;
  const isPlaced = !module.file.startsWith('../') && mentionsPlace(module.text);
  if (module.bindings.length === 0 && !isPlaced && !hasDecorators(module.text)) return undefined;

  const bound = bindViews({ file: name, text: module.text }, module.bindings, {
    decorators,
    keepsMetadata: decorators === 'legacy' && emitsMetadata,
  });
  const isJsx = name.endsWith('x');
  if (!isPlaced && !hasDecorators(bound.code)) {
    const isTypeScript = /\.[cm]?tsx?$/.test(name);
    return forBundler(bound, isTypeScript ? (isJsx ? 'tsx' : 'ts') : isJsx ? 'jsx' : 'js');
  }
  const lowered = lowerModule({
    ...settings,
    file: name,
    text: bound.code,
    ...(bound.map !== undefined && { inputSourceMap: bound.map }),
  });
  const loader = isJsx ? 'jsx' : 'js';
  return forBundler(
    isPlaced ? await placeModule(lowered, { file: module.file, loader, transform }) : lowered,
    loader,
  );
}

function forBundler(source: BoundSource, loader: BundlerSource['loader']): BundlerSource {
  return { contents: withInlineMap(source), loader, source };
}

/**
 * Tells whether a text may hold a decorator. A wrong yes costs a millisecond; lines of comments are left out because
 * documentation is full of `@param`.
 */
function hasDecorators(text: string): boolean {
  const code = text.replaceAll(/^\s*(?:\/\/|\*).*$/gm, '');
  return /(?:^|[\s(,;{})/])@[\w$(\u0080-\uffff]/m.test(code);
}
