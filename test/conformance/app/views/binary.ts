// Binary requests and responses (specification 4.4).
import { Response } from 'framework';
import { app } from '../service.js';

export class Binary {
  @app.route('/binary', { methods: ['PUT'], contentTypes: ['image/png', 'application/x-custom'] })
  put() {
    const { rawBody, jsonBody } = app.currentRequest;
    return { bytes: [...rawBody], jsonBody };
  }

  @app.route('/binary/png')
  png() {
    return new Response(new Uint8Array([0x89, 0x50, 0xff, 0x00]), 200, {
      'Content-Type': 'image/png',
    });
  }

  @app.route('/binary/custom')
  custom() {
    return new Response(Buffer.from([1, 2, 255]), 200, {
      'Content-Type': 'application/x-custom; version=1',
    });
  }

  @app.route('/binary/text')
  text() {
    return new Response('text', 200, { 'Content-Type': 'image/png' });
  }

  @app.route('/binary/not-listed')
  notListed() {
    return new Response(new Uint8Array([1]), 200, { 'Content-Type': 'text/plain' });
  }
}
