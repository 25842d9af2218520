// A project whose views and functions print, fail, crash and time out. It is created once for all tests in a file.
import { createProject, type Project } from '../support/temporary-project.js';

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
app.log.level = 'INFO';

export class Views {
  @app.route('/cities/{city}', { methods: ['GET', 'PUT'] })
  city(city: string) {
    app.log.info('asked for', city);
    console.log('looking up %s', city);
    if (city === 'nowhere') throw new Error('no such place');
    return { city, body: app.currentRequest.jsonBody, tint: app.currentRequest.headers['x-tint'] };
  }

  @app.lambdaFunction()
  resize(event: { readonly width?: number }) {
    console.warn('width', event.width);
    if (event.width === 0) throw new RangeError('too narrow');
    if (event.width === -1) process.exit(3);
    return { width: event.width ?? null };
  }

  @app.lambdaFunction()
  async slow() {
    console.log('beginning');
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }

  @app.lambdaFunction()
  crash() {
    return 1;
  }
}

function checkPlace(): void {
  if (process.env['WHERE'] === 'cliff') throw new TypeError('over the edge');
}
checkPlace();
`;

const CONFIG = {
  version: '2.0',
  app_name: 'helloworld',
  stages: {
    dev: {
      lambda_functions: {
        slow: { lambda_timeout: 3 },
        crash: { environment_variables: { WHERE: 'cliff' } },
      },
    },
    crashing: { environment_variables: { WHERE: 'cliff' } },
  },
};

const projects: Project[] = [];

/** Creates the project. Its functions are `api_handler`, `resize`, `slow` and `crash`. */
export function makeProject(): string {
  const files = { 'app.ts': APP, '.framework/config.json': JSON.stringify(CONFIG) };
  const project = createProject(files);
  projects.push(project);
  return project.directory;
}

export function removeProjects(): void {
  for (const { remove } of projects.splice(0)) remove();
}
