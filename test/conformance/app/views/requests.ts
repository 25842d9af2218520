// What a view can read from a request (specification 2.2, 4.2).
import { app } from '../service.js';

export class Requests {
  @app.route('/introspect', {
    methods: ['GET', 'POST'],
    contentTypes: ['application/json', 'text/plain'],
  })
  introspect() {
    return app.currentRequest.toDict();
  }

  @app.route('/introspect/{city}')
  introspectCity(city: string) {
    return { ...app.currentRequest.toDict(), city };
  }

  @app.route('/sent/{city}')
  sent(city: string) {
    const { path } = app.currentRequest;
    const { resource, pathParameters } = app.currentRequest.toOriginalEvent();
    return { city, path, resource, captured: pathParameters?.['city'] };
  }

  @app.route('/query')
  query() {
    const { queryParams } = app.currentRequest;
    return { queryParams, tags: queryParams?.getAll('tag') ?? null };
  }

  @app.route('/headers')
  headers() {
    const { headers } = app.currentRequest;
    return [headers['X-Word'], headers['x-word'], headers['X-WORD'], 'X-Word' in headers];
  }

  @app.route('/method', { methods: ['GET', 'PUT', 'DELETE'] })
  method() {
    return app.currentRequest.method;
  }

  @app.route('/method', { methods: ['POST'] })
  post() {
    return 'the view for POST';
  }

  @app.route('/swapped/{first}/{second}')
  swapped(second: string, first: string) {
    return { first, second, uriParams: app.currentRequest.uriParams };
  }

  @app.route('/json', { methods: ['POST'] })
  json() {
    return { received: app.currentRequest.jsonBody };
  }

  @app.route('/json/unread', { methods: ['POST'] })
  unread() {
    return 'the body was not read';
  }

  @app.route('/text', { methods: ['POST'], contentTypes: ['text/plain', 'application/xml'] })
  text() {
    const { jsonBody, rawBody } = app.currentRequest;
    return { jsonBody, text: rawBody.toString() };
  }

  @app.route('/context')
  context() {
    const { context, stageVars } = app.currentRequest;
    return { keys: Object.keys(context), identity: Object.keys(context.identity), stageVars };
  }

  @app.route('/concurrent/{id}')
  async concurrent(id: string) {
    const before = app.currentRequest.uriParams?.id;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    const after = app.currentRequest.uriParams?.id;
    await null;
    return { id, before, after, last: app.currentRequest.uriParams?.id };
  }
}
