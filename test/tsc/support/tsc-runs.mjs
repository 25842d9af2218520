// The child process of patched-compiler.ts: a patched TypeScript that is loaded once and does what `tsc` does for each message.
// The transformer is loaded again for each message, as in a separate process, so that nothing remains from the previous run.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ts = require(process.argv[2]);

/** Thrown when `tsc` ends its process. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

process.on('message', ({ directory, args }) => {
  process.chdir(directory);
  for (const path of Object.keys(require.cache))
    if (path.endsWith('/dist/transformer.cjs')) delete require.cache[path];
  let output = '';
  const system = {
    ...ts.sys,
    args,
    // TypeScript reads the current directory from the process only once.
    getCurrentDirectory: () => directory,
    write: (text) => {
      output += text;
    },
    exit: (code) => {
      throw new Exit(code ?? 0);
    },
  };
  try {
    ts.executeCommandLine(system, () => undefined, args);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    process.send({ exitCode: error.code, output });
  }
});
