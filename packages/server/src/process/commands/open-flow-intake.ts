import { loadCatalogue } from '@chatwright/nodes'
import { createUploadStore } from '../../parts/files/upload-store.ts'
import { createBlobStore } from '../../ground/blobs/create-blob-store.ts'
import { createFlowIntake, type FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import { readSecretKeys } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import { createFlowSecrets } from '../../parts/credentials/flow-secrets.ts'
import { createFileAccess } from '../../parts/files/file-access.ts'
import { createFileStore } from '../../parts/files/file-store.ts'
import { createOperatorFolder } from '../../parts/files/operator-folder.ts'

/** The way of flow data into the database for commands, which run without a server. */
export async function openFlowIntake(config: Config, database: Database): Promise<FlowIntake> {
  const catalogue = await loadCatalogue({ folders: config.extraNodes })
  const blobs = await createBlobStore(config)
  return createFlowIntake({
    nodes: catalogue.nodes,
    files: createFileAccess(
      createFileStore(blobs),
      createOperatorFolder(config.flowFilesDir, { maxBytes: config.uploadLimit }),
      createUploadStore(blobs),
    ),
    secrets: createFlowSecrets({ database, readKeys: () => readSecretKeys(config.secretKey) }),
  })
}
