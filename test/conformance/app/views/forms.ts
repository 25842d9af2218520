// Views that use forms, cookies and redirects.
import { Response } from 'framework';
import { app } from '../service.js';

export class Forms {
  @app.route('/forms', {
    methods: ['POST'],
    contentTypes: ['multipart/form-data', 'application/x-www-form-urlencoded'],
  })
  async form() {
    const form = await app.currentRequest.formData();
    return Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.type, [...new Uint8Array(await value.arrayBuffer())]],
      ),
    );
  }

  @app.route('/cookies')
  cookies() {
    const { cookies } = app.currentRequest;
    return { ...cookies, inherited: typeof cookies['toString'] };
  }

  @app.route('/cookies/new')
  newCookies() {
    return new Response({ set: true })
      .setCookie('session', 'a b', { httpOnly: true, sameSite: 'lax', maxAge: 60 })
      .setCookie('theme', 'dark');
  }

  @app.route('/cookies/one')
  newCookie() {
    return new Response(null, 204).setCookie('theme', '', { maxAge: 0 });
  }

  @app.route('/moved')
  moved() {
    return Response.redirect(app.currentRequest.queryParams?.['to'] ?? '/', 307);
  }

  @app.route('/known')
  known() {
    const { id, context, signal } = app.currentRequest;
    return { same: id === context.requestId, length: id.length, aborted: signal.aborted };
  }
}
