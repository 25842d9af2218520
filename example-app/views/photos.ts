// One photo for each city: a PNG is uploaded, and downloads return the same bytes. Only the guide's own site may show them.
import { BadRequestError, CORSConfig, NotFoundError, Response } from 'framework';
import { app } from '../service.js';
import { findCity } from '../frameworklib/catalogue.js';
import { photoStore } from '../frameworklib/photo-store.js';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const SITE = new CORSConfig({ allowOrigin: 'https://guide.example', maxAge: 600 });

export class Photos {
  @app.route('/cities/{id}/photo', { methods: ['PUT'], contentTypes: ['image/png'], cors: SITE })
  async upload(id: string) {
    if (!(await findCity(id))) throw new NotFoundError(`no city ${id} in the guide`);
    const photo = app.currentRequest.rawBody;
    if (!photo.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
      throw new BadRequestError('the body is not a PNG image');
    }
    await photoStore.put(id, photo);
    return { id, bytes: photo.length };
  }

  @app.route('/cities/{id}/photo', { cors: SITE })
  async download(id: string) {
    const photo = await photoStore.get(id);
    if (!photo) throw new NotFoundError(`no photo of ${id}`);
    return new Response(photo, 200, { 'Content-Type': 'image/png' });
  }
}
