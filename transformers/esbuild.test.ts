import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { findRuntime } from '../cli/bundle/runtime-source.js';
import { type BundledApp, ENTRY, frameworkPlugin } from './esbuild.js';
import { usedNames } from './used-names.js';

/** Returns a bundle with only the runtime code that an application needs, and the message about it. */
async function bundleOf(runtimeText: string, written: readonly string[] = []): Promise<string> {
  const app: BundledApp = {
    root: import.meta.dirname,
    modules: new Map(),
    loaded: new Map(),
    functions: [],
    streams: false,
    settings: { decorators: 'standard', emitsMetadata: false },
    logsJson: false,
    hasMetrics: false,
    runtime: { ...findRuntime(), text: () => runtimeText },
    used: usedNames([`import { Framework } from 'framework'; new Framework()`], written),
  };
  const plugin = frameworkPlugin({ app: () => app, ownFiles: /^$/, onTransform: () => undefined });
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    minify: true,
    keepNames: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    plugins: [plugin],
  });
  return outputFiles[0]?.text ?? '';
}

test('a part of the runtime that an application does not use changes no byte of its bundle', async () => {
  const text = findRuntime().text();
  const without = await bundleOf(text);
  // The letters in dead code must not influence the short names of the rest.
  const part = `function oddPart(q, z) { return [${'"qqqqzzzzjjjj", '.repeat(500)} q, z]; }\n`;
  const more = text
    .replace(
      /^function handlerOf\(app\) \{$/m,
      `${part}$&\n  if ($uses.settings.metrics) oddPart(ODD);`,
    )
    .replace(/^var DEFAULT_CONTENT_TYPES/m, `var ODD = new WeakMap();\n$&`)
    .replace(/^export \{$/m, 'export {\n  oddPart,');
  expect(more.length - text.length).toBeGreaterThan(part.length + 70);
  expect(await bundleOf(more)).toBe(without);
  expect(await bundleOf(more, ['$metrics'])).toContain('"qqqqzzzzjjjj"');
});
