// A blueprint that is registered twice.
import { Blueprint } from 'framework';

export const tenant = new Blueprint();

export const items = tenant.route('/items', { methods: ['GET', 'POST'] })((shop: string) => ({
  shop,
  at: tenant.currentRequest.context.resourcePath,
}));
