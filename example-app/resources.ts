// What a stage keeps in the cloud. A deploy creates a table, a bucket and a queue of its own for each stage, and tells the
// functions their names.
import { Bucket, Queue, Table } from 'framework';

export const cities = new Table('cities', { key: 'id' });

export const photos = new Bucket('photos');

/** Cities that partners send. A message that fails four times goes to the queue `arrivals-failed`. */
export const arrivals = new Queue('arrivals', { retries: 3 });

/**
 * True in Lambda, and where an endpoint for the SDK is named. Without a cloud, cities and photos are in the memory of one
 * process, so that the example runs anywhere.
 */
export const hasCloud = Boolean(process.env.AWS_EXECUTION_ENV ?? process.env.AWS_ENDPOINT_URL);
