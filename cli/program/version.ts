// The version of this package; the bundler puts it in, so nothing is read at start.
import packageJson from '../../package.json' with { type: 'json' };

/** For example `0.7.0`. */
export const version: string = packageJson.version;
