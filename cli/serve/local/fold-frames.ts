// Removes the frames of this package and of Node.js from stacks.

/** Removes internal frames from each stack in a text. The topmost frames of Node.js stay. */
export function foldFrames(text: string): string {
  if (!ANY_FRAME.test(text)) return text;
  let isTop = true;
  return text
    .split('\n')
    .filter((line) => {
      if (!FRAME.test(line)) {
        isTop = true;
        return true;
      }
      if (INTERNAL.test(line)) return false;
      if (NODE.test(line)) return isTop;
      isTop = false;
      return true;
    })
    .join('\n');
}

const FRAME = /^\s+at \S/;
/** A stack may be indented further than V8 writes it. */
const ANY_FRAME = /\n +at \S/;
/** Frames of the runtime in the bundle, of loading kept packages, of the worker, and of Node.js internals. */
const INTERNAL = new RegExp(
  [
    /\bnode:internal\//,
    /[\s(]framework-dependenc(?:y|ies)[\w-]*:/,
    /\/\.framework\/cache\/dependencies\//,
    // Functions that esbuild adds, such as `__require`, have no source.
    /\bat __\w+ \(file:\/\/.*\/\.framework\/build\/[\w-]+\/index\.mjs:/,
    /\bframework:(?:dist\/)?runtime\//,
    /[\s(](?:\.\.\/)+cli\/serve\/local\//,
    /\/dist\/(?:cli\/worker|chunks\/[\w-]+)\.js:/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const NODE = /\(?node:[\w/]+:\d+:\d+\)?$/;
