// The source maps of what was deployed: each published version of a function has its own in its package. So the places of
// an old event are found with the code of its time, also on a machine that has deployed nothing.
import type { SourceMap } from 'node:module';
import { strFromU8, unzipSync } from 'fflate';
import { isCloudError } from '../cloud/cloud-error.js';
import type { FunctionVersion, LambdaCalls } from '../cloud/lambda-calls.js';
import { hasFrames, mapFrames, readSourceMap } from './frame-map.js';

export type DeployedMaps = {
  /** The text with places of the source; as it is where no map is to be had. `time`: milliseconds since 1970. */
  readonly apply: (text: string, time: number) => Promise<string>;
};

/** Milliseconds for which a list of versions is taken to be whole. */
const FRESH = 10_000;

/** Nothing is called before a text has a place to be mapped. */
export function deployedMaps(
  lambda: Pick<LambdaCalls, 'listVersions' | 'downloadCode'>,
  functionName: string,
  now: () => number = Date.now,
): DeployedMaps {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  let versions: readonly FunctionVersion[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let isRefused = false;

  const versionAt = async (time: number): Promise<FunctionVersion | undefined> => {
    // A deploy while the log is followed makes a new one.
    if (time > listedAt && now() > listedAt + FRESH) {
      versions = await lambda.listVersions(functionName);
      listedAt = now();
    }
    // Before the first one there is nothing but the first one; any other that is missing was deleted.
    const first = versions.find(({ version }) => version === '1');
    return versions.find(({ publishedAt }) => publishedAt <= time) ?? first;
  };
  const readMap = async (version: string): Promise<SourceMap | undefined> => {
    const zip = await lambda.downloadCode(functionName, version);
    const files = unzipSync(zip, { filter: ({ name }) => name === 'index.mjs.map' });
    const map = files['index.mjs.map'];
    return map && readSourceMap(strFromU8(map));
  };

  return {
    apply: async (text, time) => {
      if (isRefused || !hasFrames(text)) return text;
      try {
        const found = await versionAt(time);
        if (!found) return text;
        const { codeSha256, version } = found;
        const reading = maps.get(codeSha256) ?? readMap(version);
        maps.set(codeSha256, reading);
        reading.catch(() => maps.delete(codeSha256));
        const map = await reading;
        return map ? mapFrames(text, map) : text;
      } catch (error) {
        // Who may read logs may perhaps not read code: places of the bundle are better than nothing.
        if (!isCloudError(error)) throw error;
        isRefused ||= isCloudError(error, 'denied');
        return text;
      }
    },
  };
}
