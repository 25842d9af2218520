// Protected views. They require an API key, a signature with AWS credentials, or a token of the guide.
import { CustomAuthorizer, IAMAuthorizer } from 'framework';
import { app } from '../service.js';
import { findCities } from '../frameworklib/catalogue.js';

const MEMBER = new CustomAuthorizer('Member', {
  header: 'Authorization',
  authorizerUri: process.env.TOKEN_CHECK_URI,
});

export class Members {
  /** Partners send their key in `X-Api-Key`. */
  @app.route('/partners/cities', { apiKeyRequired: true })
  async partnerCities() {
    const cities = await findCities();
    return cities.map(({ id, name }) => ({ id, name }));
  }

  /** Our other services sign their requests. */
  @app.route('/internal/caller', { authorizer: new IAMAuthorizer() })
  caller(): { caller: string | null } {
    return { caller: app.currentRequest.context.identity.userArn };
  }

  /** Members send `Authorization: Bearer <token>`, which `functions/token-check.ts` checks. */
  @app.route('/members/greeting', { authorizer: MEMBER })
  greeting() {
    return { message: `welcome to the ${process.env.GUIDE_NAME}` };
  }
}
