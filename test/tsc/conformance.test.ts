// The conformance table on JavaScript that `tsc` emitted with the transformer, behind the gateway model.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  LambdaHandler,
  StreamingHandler,
} from '../../cli/serve/gateway/in-process-host.fixture.js';
import { guardedHost } from '../conformance/guarded-host.js';
import { runConformance, WITHOUT_GATEWAY } from '../conformance/run-conformance.js';
import { COMPILERS } from './support/compilers.js';
import { transformedProgram } from './support/transformed-program.js';

const REPOSITORY = join(import.meta.dirname, '../..');
const [, { ts, version }] = COMPILERS;

runConformance({
  name: `emitted by tsc ${version}`,
  isCostly: true,
  skip: [WITHOUT_GATEWAY],
  open: async (name) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'framework-emitted-')));
    cpSync(join(REPOSITORY, 'test/conformance', name), root, { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(REPOSITORY, join(root, 'node_modules/framework'), 'dir');
    const outDir = join(root, 'dist');
    const options = { noEmit: false, rootDir: root, outDir, sourceMap: true };
    transformedProgram({ ts, root, options }).emit();
    const url = pathToFileURL(join(outDir, 'app.js')).href;
    const { app } = (await import(url)) as { app: object }; // because every application of the table exports it
    const framework: unknown = await import(
      pathToFileURL(join(REPOSITORY, 'dist/runtime/index.js')).href
    );
    const { createHandler, createStreamHandler } = framework as {
      createHandler: (app: object) => LambdaHandler;
      createStreamHandler: (app: object) => StreamingHandler;
    }; // because it is the package
    const { request } = guardedHost(name, createHandler(app), createStreamHandler(app));
    return { request, close: () => rmSync(root, { recursive: true }) };
  },
});
