// The photo of each city: in the bucket, or in memory if there is no cloud.
import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { hasCloud, photos } from '../resources.js';

type PhotoStore = {
  get(id: string): Promise<Uint8Array | undefined>;
  put(id: string, photo: Uint8Array): Promise<void>;
};

export const photoStore: PhotoStore = hasCloud ? bucketStore() : memoryStore();

function bucketStore(): PhotoStore {
  const objects = new S3Client({});
  return {
    async get(id) {
      try {
        const command = new GetObjectCommand({ Bucket: photos.name, Key: `${id}.png` });
        return await (await objects.send(command)).Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof S3ServiceException && MISSING.has(error.name)) return undefined;
        throw error;
      }
    },

    async put(id, photo) {
      const [Bucket, Key, ContentType] = [photos.name, `${id}.png`, 'image/png'];
      await objects.send(new PutObjectCommand({ Bucket, Key, ContentType, Body: photo }));
    },
  };
}

/** The role cannot list the bucket, so S3 responds with "access denied" if an object does not exist. */
const MISSING = new Set(['NoSuchKey', 'AccessDenied']);

function memoryStore(): PhotoStore {
  const byId = new Map<string, Uint8Array>();
  return {
    async get(id) {
      return byId.get(id);
    },
    async put(id, photo) {
      byId.set(id, photo);
    },
  };
}
