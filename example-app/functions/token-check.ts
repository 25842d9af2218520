// The custom authorizer behind `views/members.ts`: the gateway calls it with the header's value and obeys the policy it
// returns.
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

/** The gateway keeps a token's policy for five minutes and asks it for other routes too, so it speaks of all of them. */
function everyRoute(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}

/** Takes the same time wherever the texts differ. */
function equalTexts(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
