// Bundles an application with esbuild alone, as a deploy script without a framework would: minified ESM with an external source
// map, decorators compiled by esbuild. Arguments: project, output file, the runtime to use for `framework`.
import { join } from 'node:path';
import { build } from 'esbuild';

const [, , project, outfile, runtime] = process.argv;

await build({
  entryPoints: [join(project, 'app.ts')],
  outfile,
  bundle: true,
  minify: true,
  keepNames: true,
  sourcemap: 'external',
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  alias: { framework: runtime },
  banner: {
    js: `import{createRequire as __require}from'node:module';const require=__require(import.meta.url);`,
  },
  logLevel: 'error',
});
