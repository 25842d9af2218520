// Replaces the package `aws4fetch`, in every build of the runtime (including tools/build.mjs), with the part that the runtime
// uses.
import type * as esbuild from 'esbuild';

/**
 * Omits the client of `aws4fetch`, which refers to the global `Request`: esbuild would rename our class of that name. The rest
 * is marked as pure, so that bundles of applications without secrets omit it.
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
