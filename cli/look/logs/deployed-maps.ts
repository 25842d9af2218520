// Provides the source maps of a deployed function. The package of each published version contains its own map, so a stack trace
// is mapped with the map of the code that ran at that time, even on a machine that has never deployed the function.
import type { Cloud } from '../../cloud/cloud.js';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { strFromU8, unzipSync } from 'fflate';
import { isCloudError } from '../../cloud/cloud-error.js';
import type { FunctionVersion } from '../../cloud/services/lambda-function.js';

export type DeployedMaps = {
  /** Maps the stack traces in a text to the source, if there is a map. `time` is in milliseconds since 1970. */
  readonly apply: (text: string, time: number) => Promise<string>;
};

/** How long a list of versions is considered up to date, in milliseconds. */
const FRESH = 10_000;

/** Creates the mapper. It calls AWS only if a text contains a location to map. */
export function deployedMaps(
  lambda: Pick<Cloud['lambda'], 'readHistory' | 'downloadCode'>,
  functionName: string,
): DeployedMaps {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  let versions: readonly FunctionVersion[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let isRefused = false;

  const versionAt = async (time: number): Promise<FunctionVersion | undefined> => {
    // A deploy during `--follow` publishes a new version.
    if (time > listedAt && Date.now() > listedAt + FRESH) {
      ({ versions } = await lambda.readHistory(functionName));
      listedAt = Date.now();
    }
    // An event older than every listed version comes from version 1, or from a version that has been deleted.
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
        const pendingMap = maps.get(codeSha256) ?? readMap(version);
        maps.set(codeSha256, pendingMap);
        pendingMap.catch(() => maps.delete(codeSha256));
        const map = await pendingMap;
        return map ? mapFrames(text, map) : text;
      } catch (error) {
        // The credentials may allow reading logs but not code. In this case, the locations in the bundle are shown.
        if (!isCloudError(error)) throw error;
        isRefused ||= isCloudError(error, 'denied');
        return text;
      }
    },
  };
}

/** The folder is limited to 200 characters, so that even a line with a hundred thousand slashes is matched in linear time. */
const PLACE = /(?:file:)?\/[^\s()'"]{0,200}\/index\.mjs:(\d+):(\d+)/g;
/** Lambda's own runtime also contains an `index.mjs`. */
const FOREIGN = /\/(?:var\/runtime|node_modules)\//;

/** Returns true if the text contains a location in a deployed bundle. */
export function hasFrames(text: string): boolean {
  if (!text.includes('/index.mjs:')) return false;
  return (text.match(PLACE) ?? []).some((location) => !FOREIGN.test(location));
}

/** Replaces locations in the bundle with locations in the source, if the map contains them. */
export function mapFrames(text: string, map: SourceMap): string {
  return text.replace(PLACE, (location, line: string, column: string) => {
    if (FOREIGN.test(location)) return location;
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return location;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Parses a source map that our bundler wrote; undefined for any other text. */
export function readSourceMap(json: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(json) as SourceMapPayload); // because it is read only through `SourceMap`
  } catch {
    return undefined;
  }
}
