import { boolean, defineNode, json, NodeError, number, options, string, type VectorStore } from '@chatwright/core'
import { postgresBackend } from './postgres-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits, topKInput } from './vector-store-node.ts'

export default defineNode({
  name: 'postgres',
  label: 'Postgres',
  version: 7.1,
  category: 'Vector Stores',
  description: 'Stores vectors in a PostgreSQL table with the pgvector extension.',
  icon: 'postgres.svg',
  keywords: ['pgvector', 'postgresql'],
  baseClasses: ['Postgres', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: ['PostgresApi'],
  documentation: 'https://github.com/pgvector/pgvector',
  aliases: [{ name: 'postgresExistingIndex' }, { name: 'postgresUpsert' }],
  inputs: {
    ...storeInputs,
    host: string({ destination: true, label: 'Host', placeholder: 'localhost', optional: true }),
    database: string({ destination: true, label: 'Database', placeholder: 'postgres', optional: true }),
    port: number({
      destination: true,
      label: 'Port',
      placeholder: '5432',
      default: 5432,
      min: 1,
      max: 65_535,
      step: 1,
      optional: true,
    }),
    ssl: boolean({
      destination: true,
      label: 'SSL',
      description: 'Encrypt the connection.',
      optional: true,
      additional: true,
    }),
    tableName: string({
      destination: false,
      label: 'Table Name',
      description: "The collection's name. It is created if it doesn't exist.",
      default: 'documents',
      optional: true,
      additional: true,
    }),
    distanceStrategy: options({
      destination: false,
      label: 'Distance Strategy',
      options: [
        { label: 'Cosine', name: 'cosine' },
        { label: 'Euclidean', name: 'euclidean' },
        { label: 'Inner Product', name: 'innerProduct' },
      ],
      default: 'cosine',
      optional: true,
      additional: true,
    }),
    batchSize: number({
      destination: false,
      label: 'Upsert Batch Size',
      description: 'How many documents are sent at once.',
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
    additionalConfig: json({
      destination: true,
      label: 'Additional Configuration',
      description: 'A JSON object of connection options for the pg library, such as ssl.',
      optional: true,
      additional: true,
    }),
    topK: topKInput,
    pgMetadataFilter: json({
      destination: false,
      label: 'Postgres Metadata Filter',
      description: 'Find only documents with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    contentColumnName: string({
      destination: false,
      label: 'Content Column Name',
      description: 'The column that contains the text.',
      default: 'pageContent',
      optional: true,
      additional: true,
    }),
  },
  outputs: storeOutputs('Postgres', 'TypeORMVectorStore', 'Postgres'),
  traits: storeTraits,
  example: { host: 'localhost', database: 'postgres' },
  build({ inputs, credential, context }): VectorStore {
    const { host, database, tableName } = inputs
    if (!host || !database) {
      throw new NodeError("The host or the database isn't set.", {
        code: 'missing-input',
        field: host ? 'database' : 'host',
        hint: 'Enter the host and the database of your PostgreSQL server.',
      })
    }
    const backend = postgresBackend({
      dialAddress: context.dialAddress,
      connection: {
        ...connectionExtras(inputs.additionalConfig),
        host,
        database,
        port: inputs.port,
        user: credential.user,
        password: credential.password,
        ...(inputs.ssl && { ssl: true }),
      },
      table: tableName,
      contentColumn: inputs.contentColumnName,
      strategy: inputs.distanceStrategy,
      batchSize: inputs.batchSize,
    })
    return createVectorStore({
      backend,
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: `postgres:${host}:${inputs.port}:${database}:${tableName}`,
      topK: inputs.topK,
      filter: inputs.pgMetadataFilter,
    })
  },
})

/** Settings of the connection a flow may choose; paths of files and sockets on the server are not among them. */
function connectionExtras(config: Record<string, unknown> | undefined): { ssl?: { rejectUnauthorized: boolean } } {
  const ssl = config?.ssl
  if (typeof ssl !== 'object' || ssl === null) return {}
  return { ssl: { rejectUnauthorized: !('rejectUnauthorized' in ssl) || ssl.rejectUnauthorized !== false } }
}
