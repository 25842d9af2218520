// The part of `aws4fetch` that the runtime uses, in the place of the whole package, for every build of the runtime (tools/build.mjs too).
import type * as esbuild from 'esbuild';

/**
 * An alias for `aws4fetch` without its client: that names the global class `Request`, so esbuild would give ours another name. What
 * it makes when it is loaded is marked, so that bundles of applications without secrets leave it out.
 */
export function signerAlias(
  { buildSync }: Pick<typeof esbuild, 'buildSync'>,
  folder: string,
): Pick<esbuild.BuildOptions, 'alias'> {
  const { outputFiles } = buildSync({
    stdin: { contents: "export { AwsV4Signer } from 'aws4fetch';", resolveDir: folder },
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'none',
  });
  const [file] = outputFiles;
  const text = file?.text.replace('= new TextEncoder()', '= /* @__PURE__ */ new TextEncoder()');
  const url = `data:text/javascript;base64,${Buffer.from(text ?? '').toString('base64')}`;
  return { alias: { aws4fetch: url } };
}
