import type { FileAccess, NodeContext } from '@chatwright/core'
import { loadCatalogue, type Catalogue } from '@chatwright/nodes'
import type { Logger } from 'pino'
import { adoptKeyFile } from '../../door/api-keys/adopt-key-file.ts'
import { apiKeyRoutes } from '../../door/api-keys/api-key-routes.ts'
import { createApiKeyService } from '../../door/api-keys/api-key-service.ts'
import { createApiKeyStore } from '../../door/api-keys/api-key-store.ts'
import { createFlowsOfKeys } from '../../door/api-keys/flows-of-keys.ts'
import { createUploadStore } from '../../parts/files/upload-store.ts'
import type { BlobStore } from '../../ground/blobs/blob-store.ts'
import { createBlobStore } from '../../ground/blobs/create-blob-store.ts'
import { createFlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import { createFlowIntake, type FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import type { Config } from '../../ground/config/config.ts'
import { serverAddress } from '../../ground/config/server-address.ts'
import { createConnectionAccess } from '../../parts/connections/connection-access.ts'
import { connectionRoutes } from '../../parts/connections/connection-routes.ts'
import { createConnectionService } from '../../parts/connections/connection-service.ts'
import { credentialRoutes } from '../../parts/credentials/credential-routes.ts'
import { createCredentialService, type CredentialService } from '../../parts/credentials/credential-service.ts'
import { createCredentialStore } from '../../parts/credentials/credential-store.ts'
import { createCredentialVault } from '../../parts/credentials/credential-vault.ts'
import { createKnownSecrets, type KnownSecrets } from '../../parts/credentials/known-secrets.ts'
import { createFlowSecrets } from '../../parts/credentials/flow-secrets.ts'
import { createSecretReferences } from '../../parts/credentials/secret-references.ts'
import { createSecretBox, type ReadKeys } from '../../parts/credentials/secret-box.ts'
import type { Database } from '../../ground/db/database.ts'
import type { AccessOptions } from '../../door/http/access.ts'
import { createFailureLimiter } from '../../door/http/failure-limiter.ts'
import type { Handler } from '../../door/http/handle.ts'
import { createKeyGuesses } from '../../door/http/key-guesses.ts'
import { localModelRoutes } from '../../parts/local-models/local-model-routes.ts'
import { createLocalModelService } from '../../parts/local-models/local-model-service.ts'
import { usualPlaces } from '../../parts/local-models/places.ts'
import { templateRoutes } from '../../flows/marketplaces/template-routes.ts'
import { createTemplateService } from '../../flows/marketplaces/template-service.ts'
import { canvasContext } from '../../parts/nodes/canvas-context.ts'
import { nodeRoutes } from '../../parts/nodes/node-routes.ts'
import { createNodeService } from '../../parts/nodes/node-service.ts'
import { createFileAccess } from '../../parts/files/file-access.ts'
import { fileRoutes } from '../../parts/files/file-routes.ts'
import { createFileStore, type FileStore } from '../../parts/files/file-store.ts'
import { createWaitingFiles, type WaitingFiles } from '../../parts/files/waiting-files.ts'
import { createOperatorFolder } from '../../parts/files/operator-folder.ts'
import { createIsolate } from '../../guards/isolate/isolate.ts'
import { createKnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { createKnowledgeLists } from '../../knowledge/knowledge/knowledge-lists.ts'
import { createMcpAccess } from '../../parts/mcp-servers/mcp-access.ts'
import { mcpServerRoutes } from '../../parts/mcp-servers/mcp-server-routes.ts'
import { createMcpServerService } from '../../parts/mcp-servers/mcp-server-service.ts'
import { createMcpServerStore } from '../../parts/mcp-servers/mcp-server-store.ts'
import { createOutbound, type OutboundOptions } from '../../guards/outbound/outbound.ts'
import { createRecordStore } from '../../ground/records/record-store.ts'
import { createSandbox } from '../../guards/sandbox/sandbox.ts'
import { dataTableRoutes } from '../../parts/data-tables/data-table-routes.ts'
import { createDataTableService } from '../../parts/data-tables/data-table-service.ts'
import { createDataTableStore } from '../../parts/data-tables/data-table-store.ts'
import { toolRoutes } from '../../parts/tools/tool-routes.ts'
import { createToolService } from '../../parts/tools/tool-service.ts'
import { createToolStore } from '../../parts/tools/tool-store.ts'
import { variableRoutes } from '../../parts/variables/variable-routes.ts'
import { createVariableService } from '../../parts/variables/variable-service.ts'
import { createVariableStore } from '../../parts/variables/variable-store.ts'
import { createVectorIndex } from '../../knowledge/vectors/vector-index.ts'
import { createVectorThreads } from '../../knowledge/vectors/vector-threads.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'

export interface ResourceOptions {
  config: Config
  database: Database
  logger: Logger
  secretKey: Buffer
  /** The keys as they stand now, when they can change while the server runs. */
  readSecretKeys?: ReadKeys | undefined
  dispatch?: OutboundOptions['dispatch']
}

/** What flows are made from, and the effects their nodes may have. */
export interface Resources {
  handlers: Handler[]
  catalogue: Catalogue
  /** Where files are kept. */
  blobs: BlobStore
  waitingFiles: WaitingFiles
  /** For what is kept before anything names it: what nobody saves goes again. */
  filesUntilSaved: FileAccess
  /** All of a node's context but what belongs to the flow and its conversation. */
  effects: NodeEffects
  /** The one way of flow data into the database. */
  intake: FlowIntake
  secrets: KnownSecrets
  credential: CredentialService['forFlow']
  /** For what a flow uses beside its nodes. */
  credentials: Pick<CredentialService, 'forFlow' | 'forCanvas' | 'forChannel' | 'kindOf'>
  /** Finds the keys that callers present. */
  keyGuesses: AccessOptions['keys']
  /** To be called when keys were changed behind its back. */
  forgetKeys(): void
  close(): Promise<void>
}

/** Searching stores takes nodes itself, so it comes with what runs flows. */
export type NodeEffects = Omit<NodeContext, 'flow' | 'flows' | 'history' | 'knowledge'> & {
  knowledge: Omit<NodeContext['knowledge'], 'search'>
}

const EVERYWHERE = ['0.0.0.0/0', '::/0']

export async function createResources(options: ResourceOptions): Promise<Resources> {
  const { config, database, logger, secretKey, readSecretKeys, dispatch } = options
  const catalogue = await loadCatalogue({ folders: config.extraNodes }).catch((cause: Error) => {
    // Without nodes from elsewhere nothing of the operator's making can be wrong.
    if (config.extraNodes.length === 0) throw cause
    throw new UserFacingError(`The nodes in EXTRA_NODES can't be used. ${cause.message}`, { cause })
  })
  const usage = createFlowUsage(database)
  const outbound = createOutbound({ ...config, dispatch })
  // For an address that the operator set, wherever it is.
  const operatorOutbound = createOutbound({ allowedPrivateHosts: EVERYWHERE, dispatch })
  const secrets = createKnownSecrets()
  const box = createSecretBox(readSecretKeys ?? (() => [secretKey]))
  const apiKeyStore = createApiKeyStore(database)
  await adoptKeyFile(config.apiKeyFile, apiKeyStore)
  const apiKeys = createApiKeyService({ store: apiKeyStore, flows: createFlowsOfKeys(database) })
  const keyGuesses = createKeyGuesses((text, address) => apiKeys.find(text, address), createFailureLimiter())
  const credentialStore = createCredentialStore(database)
  const vault = createCredentialVault(box)
  const now = (): Date => new Date()
  const connectionAccess = createConnectionAccess({
    store: credentialStore,
    vault,
    catalogue,
    values: (row) => credentials.settingsFor(row),
    fetch: outbound.fetch,
    secrets,
    now,
  })
  const connections = createConnectionService({
    access: connectionAccess,
    fetch: outbound.fetch,
    redirectUrl: `${serverAddress(config)}/api/v1/credentials/callback`,
    now,
  })
  const credentials: CredentialService = createCredentialService({
    store: credentialStore,
    vault,
    connections: { handleFor: connectionAccess.handleFor, revoke: connections.revoke },
    references: createSecretReferences({
      config,
      environment: process.env,
      providerFetch: operatorOutbound.providerFetch,
    }),
    catalogue,
    usage,
    outbound,
  })
  const sandbox = createSandbox(outbound)
  const isolate = createIsolate()
  const vectorThreads = createVectorThreads(config.database, { logger })
  const records = createRecordStore(database)
  const blobs = await createBlobStore(config)
  const fileStore = createFileStore(blobs)
  const stores = createKnowledgeStore(database)
  const waitingFiles = createWaitingFiles({
    blobs,
    files: fileStore,
    isNamed: async (id) => (await stores.isFileNamed(id)) || (await usage.naming(id)).length > 0,
    now: () => new Date(),
  })
  const variables = createVariableService({
    store: createVariableStore(database),
    box,
    environment: process.env,
    remember: secrets.rememberTold,
  })
  const tools = createToolService({
    store: createToolStore(database),
    usage,
    sandbox,
    variables: () => variables.values(),
    hide: secrets.hide,
  })
  const mcp = {
    store: createMcpServerStore(database),
    fetch: outbound.fetch,
    redirectUrl: `${serverAddress(config)}/api/v1/custom-mcp-servers/callback`,
    now: () => new Date(),
  }
  const mcpAccess = createMcpAccess({ ...mcp, box, secrets })
  const dataTables = createDataTableService({ store: createDataTableStore(database), now })
  const operatorFolder = createOperatorFolder(config.flowFilesDir, { maxBytes: config.uploadLimit })
  const filesIn = (store: FileStore) => createFileAccess(store, operatorFolder, createUploadStore(blobs))
  const effects: NodeEffects = {
    fetch: outbound.fetch,
    providerFetch: outbound.providerFetch,
    dialAddress: outbound.dialAddress,
    connect: connectionAccess.connect,
    logger,
    now: Date.now,
    files: filesIn(fileStore),
    vectors: createVectorIndex(database, vectorThreads),
    knowledge: createKnowledgeLists(database),
    records,
    sandbox,
    isolate: isolate.run,
    customTools: tools.forNodes,
    dataTables: dataTables.forNodes,
    mcpServers: mcpAccess.forNodes,
    variables: (which) => variables.values(which),
  }
  const nodes = createNodeService({ catalogue, credentials, context: canvasContext(effects, usage) })
  const places = usualPlaces(process.env['OLLAMA_HOST'])
  const localModels = createLocalModelService({ places, request: outbound.providerFetch })
  return {
    handlers: [
      ...apiKeyRoutes(apiKeys, keyGuesses),
      ...nodeRoutes(nodes, catalogue),
      ...connectionRoutes(connections),
      ...credentialRoutes(credentials),
      ...dataTableRoutes(dataTables),
      ...toolRoutes(tools),
      ...mcpServerRoutes(createMcpServerService({ ...mcp, access: mcpAccess })),
      ...variableRoutes(variables),
      ...fileRoutes(fileStore, waitingFiles),
      ...localModelRoutes(localModels),
      ...templateRoutes(createTemplateService(catalogue)),
    ],
    catalogue,
    blobs,
    waitingFiles,
    filesUntilSaved: filesIn({ ...fileStore, save: (file) => waitingFiles.save(file) }),
    effects,
    intake: createFlowIntake({
      nodes: catalogue.nodes,
      files: effects.files,
      secrets: createFlowSecrets({ database, readKeys: readSecretKeys ?? (() => [secretKey]) }),
    }),
    secrets,
    credential: (id, use) => credentials.forFlow(id, use),
    credentials,
    keyGuesses,
    forgetKeys: () => apiKeys.forget(),
    close: async () => {
      sandbox.close()
      isolate.close()
      records.close()
      await Promise.all([apiKeys.close(), outbound.close(), operatorOutbound.close(), vectorThreads.close()])
    },
  }
}
