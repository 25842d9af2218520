// An application and its explorer, both running as they do for a user.
import { serve, type ServedProject } from '../../local/support/served-project.js';
import { createProject, type Project } from '../../support/temporary-project.js';

export type ExploredProject = {
  readonly project: Project;
  readonly served: ServedProject;
  /** The URL of the explorer. */
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

/** Serves an application and waits for its explorer. */
export async function explore(app: string, args: readonly string[] = []): Promise<ExploredProject> {
  const project = createProject({ 'app.ts': app });
  const served = await serve(project.directory, {
    args,
    environment: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
  });
  const [, url = '', port = ''] = await served.printed(
    /Serving shop[^]*Explorer on (http:\/\/127\.0\.0\.1:(\d+))/,
  );
  return {
    project,
    served,
    url,
    port: Number(port),
    stop: async () => {
      await served.stop();
      project.remove();
    },
  };
}

export const APP = `import { Framework, IAMAuthorizer, middleware, NotFoundError, Response, UserPoolAuthorizer } from 'framework';
export const app = new Framework({ appName: 'shop' });
const pool = new UserPoolAuthorizer('Staff', {
  header: 'Authorization',
  providerArns: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_abc'],
});
const user = middleware.provide((request, next) => next(request.headers['Authorization']), {
  security: { type: 'http', scheme: 'basic' },
  optional: true,
});
class Orders {
  @app.route('/orders', { middleware: [user] })
  list() {
    return { query: app.currentRequest.queryParams };
  }
  @app.route('/orders', { methods: ['POST'] })
  create() {
    return new Response({ got: app.currentRequest.jsonBody }, 201, { 'X-Made': 'yes' });
  }
  @app.route('/orders/{id}', { cors: true })
  read(id: string) {
    if (id === 'none') throw new NotFoundError('no such order');
    if (id === 'bad') throw new RangeError('<b>too much</b>');
    return new Response('<img src=x onerror="document.title=1">' + id, 200, { 'Content-Type': 'text/html' });
  }
}
class Staff {
  @app.route('/staff/caller', { authorizer: new IAMAuthorizer() })
  caller() {
    return { arn: app.currentRequest.context.identity.userArn };
  }
  @app.route('/staff/key', { apiKeyRequired: true })
  key() {
    return { key: app.currentRequest.headers['x-api-key'] };
  }
  @app.route('/staff/me', { authorizer: pool })
  me() {
    return app.currentRequest.context.authorizer;
  }
}
`;
