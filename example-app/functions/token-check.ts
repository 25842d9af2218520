// The custom authorizer for `views/members.ts`: the gateway calls it with the value of the header and applies the policy that
// it returns.
import { timingSafeEqual } from 'node:crypto';
import { app } from '../service.js';

type TokenEvent = { readonly authorizationToken: string; readonly methodArn: string };

export class TokenCheck {
  @app.lambdaFunction()
  tokenCheck(event: TokenEvent) {
    const isMember = equalTexts(event.authorizationToken, `Bearer ${process.env.MEMBER_TOKEN}`);
    return {
      principalId: isMember ? 'member' : 'stranger',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'execute-api:Invoke',
            Effect: isMember ? 'Allow' : 'Deny',
            Resource: everyRoute(event.methodArn),
          },
        ],
      },
    };
  }
}

/**
 * The gateway caches the policy for a token for five minutes and applies it to other routes too, so the policy covers all
 * routes.
 */
function everyRoute(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}

/** Compares two strings in a time that does not depend on where they differ. */
function equalTexts(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
