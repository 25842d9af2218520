// Views with CORS (specification 2.4, 4.5).
import { CORSConfig, NotFoundError, Response } from 'framework';
import { app } from '../service.js';

const ORIGINS = new Set(['https://one.example', 'https://two.example']);

export class Cors {
  @app.route('/cors', { cors: true })
  any() {
    return { cors: true };
  }

  @app.route('/cors/put', { methods: ['PUT'], cors: true })
  put() {
    return { put: true };
  }

  @app.route('/cors/error', { cors: true })
  error() {
    throw new NotFoundError('with CORS');
  }

  @app.route('/cors/unhandled', { cors: true })
  unhandled() {
    throw new TypeError('secret of the server');
  }

  @app.route('/cors/binary', { cors: true })
  binary() {
    return new Response(new Uint8Array([1]), 200, { 'Content-Type': 'image/png' });
  }

  @app.route('/cors/own-origin', { cors: true })
  ownOrigin() {
    return new Response(null, 200, { 'access-control-allow-origin': 'https://one.example' });
  }

  @app.route('/cors/none')
  none() {
    return { cors: false };
  }

  @app.route('/cors/config', {
    methods: ['GET', 'POST'],
    cors: new CORSConfig({
      allowOrigin: 'https://one.example',
      allowHeaders: ['X-Special', 'Content-Type'],
      exposeHeaders: ['X-Word', 'X-Number'],
      maxAge: 600,
      allowCredentials: true,
    }),
  })
  config() {
    return { cors: 'config' };
  }

  @app.route('/cors/exposes-nothing', { cors: new CORSConfig({ exposeHeaders: [] }) })
  exposesNothing() {
    return { cors: 'exposes nothing' };
  }

  @app.route('/cors/several', { methods: ['GET', 'OPTIONS'] })
  several() {
    const origin = app.currentRequest.headers.origin ?? '';
    const headers = ORIGINS.has(origin) ? { 'Access-Control-Allow-Origin': origin } : {};
    return new Response(null, 200, headers);
  }
}
