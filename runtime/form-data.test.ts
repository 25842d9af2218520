import { expect, it, vi } from 'vitest';
import { proxyEvent } from '../test/support/proxy-events.js';
import { BadRequestError } from './errors.js';
import { Request } from './request.js';

/** Creates a request with a body as the deployed gateway passes it. */
function sent(contentType: string, body: string | Uint8Array): Request {
  return new Request(
    proxyEvent({
      httpMethod: 'POST',
      multiValueHeaders: { 'content-type': [contentType] },
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
    }),
  );
}

async function encoded(form: FormData): Promise<Request> {
  const { headers, body } = new globalThis.Request('http://localhost', {
    method: 'POST',
    body: form,
  });
  const bytes = await new globalThis.Response(body).arrayBuffer();
  return sent(headers.get('content-type') ?? '', new Uint8Array(bytes));
}

it('is parsed once', async () => {
  const request = sent('application/x-www-form-urlencoded', 'a=1');
  expect(await request.formData()).toBe(await request.formData());
});

const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';

it('reads a multipart form that ends without a line break, as some clients send it', async () => {
  const form = await sent('multipart/form-data; boundary=x', `${PART}--x--`).formData();
  expect([...form]).toEqual([['a', '1']]);
});

it.each(['größe 写真 \u{1F600}.png', '../../etc/passwd', 'a;b="c"\r\nX: y.png'])(
  'a file keeps its name %j',
  async (name) => {
    const form = new FormData();
    form.append('__proto__', new File(['x'], name));
    const file = (await (await encoded(form)).formData()).get('__proto__');
    expect(file).toHaveProperty('name', name);
  },
);

it('a file input without a file gives a file without a name', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\n\r\n--x--\r\n';
  const file = (await sent('multipart/form-data; boundary=x', part).formData()).get('f');
  expect(file).toBeInstanceOf(File);
  expect(file).toMatchObject({ name: '', size: 0 });
});

it('reads 6 MB, and refuses them when they are cut off', async () => {
  const bytes = Buffer.alloc(6 * 1024 * 1024, '\r\n--');
  const head = '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
  const file = (await sent('multipart/form-data; boundary=x', body).formData()).get('f');
  expect(file).toHaveProperty('size', bytes.length);
  await expect(
    sent('multipart/form-data; boundary=x', body.subarray(0, -9)).formData(),
  ).rejects.toBeInstanceOf(BadRequestError);
});

it.each([
  ['without a boundary', 'multipart/form-data', `${PART}--x--\r\n`],
  ['with another boundary', 'multipart/form-data; boundary=y', `${PART}--x--\r\n`],
  ['that is cut off', 'multipart/form-data; boundary=x', PART.slice(0, -2)],
  ['that is cut off in a header', 'multipart/form-data; boundary=x', PART.slice(0, 20)],
  ['that is empty', 'multipart/form-data; boundary=x', ''],
  ['without names', 'multipart/form-data; boundary=x', '--x\r\n\r\n1\r\n--x--\r\n'],
  ['with an empty boundary', 'multipart/form-data; boundary=', `${PART}--x--`],
  [
    'with a header that is none',
    'multipart/form-data; boundary=x',
    '--x\r\n\0: \xff\r\n\r\n1\r\n--x--',
  ],
  ['of another type', 'application/json', '{}'],
  ['with a type that is no header', 'multipart/form-data; boundary=\u2603', PART],
])('a body %s is the mistake of the client', async (_, contentType, body) => {
  const error: unknown = await sent(contentType, body)
    .formData()
    .catch((one: unknown) => one);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toHaveProperty('message', 'Error Parsing Form');
});

it('a form that nobody waits for ends nothing', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  void sent('multipart/form-data', '').formData();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
