// The version of this package. The bundler inserts it, so that no file is read at startup.
import packageJson from '../../package.json' with { type: 'json' };

/** For example `0.7.0`. */
export const version: string = packageJson.version;
