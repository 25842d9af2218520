// The resources of a stage in the cloud. A deploy creates a table, a bucket and a queue for each stage, and passes their names
// to the functions.
import { Bucket, Queue, Table } from 'framework';

export const cities = new Table('cities', { key: 'id' });

export const photos = new Bucket('photos');

/** Cities that partners send. A message that fails four times is moved to the queue `arrivals-failed`. */
export const arrivals = new Queue('arrivals', { retries: 3 });

/**
 * True in Lambda, and if an endpoint for the SDK is configured. Without a cloud, cities and photos are kept in the memory of
 * one process, so that the example runs anywhere.
 */
export const hasCloud = Boolean(process.env.AWS_EXECUTION_ENV ?? process.env.AWS_ENDPOINT_URL);
