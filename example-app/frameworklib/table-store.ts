// Stores the cities in the table. The compiler reads each command: the role of the functions allows only these operations, and
// only on this table.
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import type { CityStore } from './city-store.js';
import { byName, type City } from './city.js';
import { cities as table } from '../resources.js';

export function tableStore(): CityStore {
  const TableName = table.name;
  const tables = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return {
    async find(tag) {
      const filter = tag === undefined ? {} : tagFilter(tag);
      const cities: City[] = [];
      for await (const { Items } of paginateScan({ client: tables }, { TableName, ...filter })) {
        cities.push(...((Items ?? []) as City[])); // because only this module writes them
      }
      return cities.sort(byName);
    },

    async get(id) {
      const { Item } = await tables.send(new GetCommand({ TableName, Key: { id } }));
      return Item as City | undefined; // because only this module writes them
    },

    async put(city) {
      await tables.send(new PutCommand({ TableName, Item: city }));
    },

    async add(city) {
      const isNew = { ConditionExpression: 'attribute_not_exists(id)' };
      try {
        await tables.send(new PutCommand({ TableName, Item: city, ...isNew }));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },

    async remove(id) {
      const command = new DeleteCommand({ TableName, Key: { id }, ReturnValues: 'ALL_OLD' });
      return (await tables.send(command)).Attributes !== undefined;
    },
  };
}

function tagFilter(tag: string): {
  FilterExpression: string;
  ExpressionAttributeValues: Record<string, string>;
} {
  return { FilterExpression: 'contains(tags, :tag)', ExpressionAttributeValues: { ':tag': tag } };
}
