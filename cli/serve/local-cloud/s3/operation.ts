// An operation of S3: its method, its resource, and the parameters that identify it.
import { randomUUID } from 'node:crypto';
import { escaped } from '../query-service.js';
import type { ServiceAnswer, ServiceRequest } from '../service.js';
import type { Bucket, BucketStore, StoredObject } from './bucket-store.js';

export type S3Call = {
  readonly request: ServiceRequest;
  readonly store: BucketStore;
  readonly bucket: Bucket;
  /** Empty for the bucket itself. */
  readonly key: string;
  /** Returns the body as text, for operations that take a document. */
  readonly text: () => string;
};

export type S3Operation = {
  readonly name: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  readonly on: 'bucket' | 'object';
  /** Parameters that the request must have. */
  readonly query?: readonly string[];
  /** A header that the request must have. */
  readonly header?: string;
  /** The permission that the caller needs. */
  readonly action: string;
  /** The permission for a version named in the request. */
  readonly versionAction?: string;
  /** True if the operation checks permissions itself. */
  readonly isFree?: true;
  readonly run: (call: S3Call) => ServiceAnswer;
};

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

type Headers = Readonly<Record<string, string>>;

export function xml(element: string, content: string, headers: Headers = {}): ServiceAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${NAMESPACE}">${content}</${element}>`;
  return {
    status: 200,
    headers: { ...ownHeaders(), 'Content-Type': 'application/xml', ...headers },
    body,
  };
}

export function empty(status = 200, headers: Headers = {}): ServiceAnswer {
  return { status, headers: { ...ownHeaders(), ...headers }, body: '' };
}

export function ownHeaders(): Headers {
  return {
    'x-amz-request-id': randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase(),
    'x-amz-id-2': 'local',
  };
}

/** Writes elements with text content; entries without a value are omitted. */
export function fields(
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
    .join('');
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

export function versionHeader({ version }: StoredObject): Headers {
  return version === 'null' ? {} : { 'x-amz-version-id': version };
}
