// Loads `program.ts` with Vite's module runner: as in tests, each module stays a separate file and finds the files next to it.
import { createServer } from 'vite';

export async function loadProgram(repository) {
  const server = await createServer({
    root: repository,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null, hmr: false },
  });
  const program = await server.ssrLoadModule('/tools/gates/program.ts');
  return { ...program, close: () => server.close() };
}
