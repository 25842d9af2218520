// Commands in all the shapes in which they are written.
import { expect, test } from 'vitest';
import { show } from './small-app.fixture.js';

test('a command that is sent is used with its input', () => {
  expect(
    show(`import { S3Client, PutObjectCommand } from '@aws-sdk/client-s3';
    const s3 = new S3Client({});
    export const put = (key: string) => s3.send(new PutObjectCommand({ Bucket: 'photos', Key: key }));`),
  ).toMatchInlineSnapshot(`"s3 command PutObject({ Bucket: "photos", Key: ? })"`);
});

test('a command of a namespace is used', () => {
  expect(
    show(`import * as s3 from '@aws-sdk/client-s3';
    const client = new s3.S3Client({});
    client.send(new s3.PutObjectCommand({ Bucket: 'b' }));
    for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: 'b' })) page;`),
  ).toMatchInlineSnapshot(`
    "s3 command PutObject({ Bucket: "b" })
    s3 paginator ListObjectsV2({ Bucket: "b" })"
  `);
});

test('methods of an aggregated client are uses', () => {
  expect(
    show(
      `import { S3 } from '@aws-sdk/client-s3';
    import { DynamoDB } from '@aws-sdk/client-dynamodb';
    const bucket = 'photos';
    class Repository {
      #db = new DynamoDB({});
      constructor(private readonly s3: S3, private table = process.env.TABLE) {}
      async load(key: string) {
        await this.#db.getItem({ TableName: this.table, Key: { id: { S: key } } });
        return this.s3.headObject({ Bucket: bucket, Key: \`a/\${key}\` });
      }
    }
    const repository = new Repository(new S3({}));
    export const view = () => repository.load('x');`,
      [{ TABLE: 'orders' }, { TABLE: 'orders' }],
    ),
  ).toMatchInlineSnapshot(`
    "dynamodb method GetItem({ Key: { id: { S: "x" } }, TableName: "orders" })
    s3 method HeadObject({ Bucket: "photos", Key: "a/x" })"
  `);
});
