// An application with a custom authorizer that is one of the application's own functions.
const URI =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/' +
  'arn:aws:lambda:us-east-1:123456789012:function:helloworld-dev-gatekeeper/invocations';

/** The route requires no authorization. */
export const OPEN: string = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

export const gatekeeper = app.lambdaFunction()(function gatekeeper(event) {
  const Effect = event.authorizationToken === 'open' ? 'Allow' : 'Deny';
  const Statement = [{ Action: 'execute-api:Invoke', Effect, Resource: event.methodArn }];
  return { principalId: 'somebody', policyDocument: { Version: '2012-10-17', Statement } };
});

export class Views {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }
}
`;

/** The same application, with a route that requires the authorizer. */
export const GUARDED: string = OPEN.replace('{ Framework }', '{ CustomAuthorizer, Framework }')
  .replace(
    'export class',
    `const own = new CustomAuthorizer('own', { header: 'Token', authorizerUri: '${URI}' });\n\nexport class`,
  )
  .replace("@app.route('/')", "@app.route('/', { authorizer: own })");
