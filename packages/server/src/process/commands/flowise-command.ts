import { parseJson } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeKeys } from '../../transfer/database/brought-keys.ts'
import { createBlobStore } from '../../ground/blobs/create-blob-store.ts'
import { readSecretKeys } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { createCredentialVault } from '../../parts/credentials/credential-vault.ts'
import { createSecretBox } from '../../parts/credentials/secret-box.ts'
import { allOrNothing } from '../../ground/db/all-or-nothing.ts'
import type { Database } from '../../ground/db/database.ts'
import { count, describeBrought, describeImport } from '../../transfer/export-import/describe-import.ts'
import { createImportService } from '../../transfer/export-import/import-service.ts'
import { createImportStore } from '../../transfer/export-import/import-store.ts'
import { createUploadStore } from '../../parts/files/upload-store.ts'
import {
  bringFlowise,
  bringFlowiseFiles,
  type FlowiseReport,
  type FlowiseSource,
} from '../../transfer/from-flowise/bring-flowise.ts'
import { createBroughtStore } from '../../transfer/from-flowise/brought-store.ts'
import type { KeptStore } from '../../transfer/from-flowise/document-stores.ts'
import { openFlowiseDatabase, type FlowiseRow } from '../../transfer/from-flowise/flowise-database.ts'
import { openFlowiseFiles } from '../../transfer/from-flowise/flowise-files.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { openFlowIntake } from './open-flow-intake.ts'
import { explain, withDatabase, type ImportChoice } from './transfer-command.ts'

export interface FlowiseChoice extends ImportChoice {
  /** The file `encryption.key`, where it lies elsewhere. */
  keyFile?: string
  /** The folder of its files, where it lies elsewhere. */
  filesFolder?: string
}

/** `chatwright import --from-flowise`: a Flowise, which may go on running, in one step. */
export async function importFromFlowise(config: Config, source: string, choice: FlowiseChoice): Promise<void> {
  const { existing, isTrial, areKeysAllowed } = choice
  if (existing === 'copy') {
    throw new UserFacingError(
      'Items from Flowise keep their IDs, so you can import again: choose --existing skip or replace.',
    )
  }
  const folder = folderOf(source)
  const database = await openFlowiseDatabase(source)
  try {
    await withDatabase(config, async ({ database: own, backups }) => {
      const catalogue = await loadCatalogue({ folders: config.extraNodes })
      const vault = createCredentialVault(createSecretBox(() => readSecretKeys(config.secretKey)))
      const theirs: FlowiseSource = {
        database,
        files: openFlowiseFiles(choice.filesFolder ?? inFolder(folder, 'storage'), { maxBytes: config.uploadLimit }),
        keyFile: readKeyList(inFolder(folder, 'api.json')),
        passphrase: readPassphrase(choice.keyFile, inFolder(folder, 'encryption.key')),
      }
      const options = { existing, isTrial }
      const bring = async (into: Database) =>
        bringFlowise(
          theirs,
          {
            importer: createImportService({
              store: createImportStore(into),
              intake: await openFlowIntake(config, into),
            }),
            store: createBroughtStore(into),
            vault,
            isKind: (name) => catalogue.describeCredential(name) !== undefined,
          },
          options,
        )
      // However many messages there are: all of it is here afterwards, or none.
      const { shown, ...rows } = await (isTrial ? bring(own) : allOrNothing(own, bring)).catch(explain)
      const place = {
        shown,
        uploads: createUploadStore(await createBlobStore(config)),
        home: join(config.dataDir, 'from-flowise', 'document-stores'),
      }
      const report = { ...rows, ...(await bringFlowiseFiles(theirs, place, options)) }
      if (areKeysAllowed) await backups.letIn(report.closedKeys)
      process.stdout.write(`${describeReport(report, choice).join('\n')}\n`)
    })
  } finally {
    await database.close()
  }
}

function describeStore({ name, outcome, reason = '', passages, files, folder }: KeptStore, isTrial: boolean): string {
  const said = `Document store ${name}:`
  if (outcome === 'refused') return `${said} could not be kept. ${reason}`
  if (outcome === 'skip') return `${said} left out, since it is in ${folder} already.`
  if (isTrial) return `${said} would be kept as files in ${folder}.`
  const missing = files.missing === 0 ? '' : ` ${count(files.missing, 'file')} could not be found.`
  return `${said} kept as files in ${folder}: ${count(passages, 'passage')}, ${count(files.brought, 'file')}, its settings.${missing}`
}

function describeReport(report: FlowiseReport, { isTrial, areKeysAllowed }: FlowiseChoice): string[] {
  const { data, credentials, keys, closedKeys, leads, files, documentStores, left } = report
  const keyLines =
    closedKeys.length === 0
      ? []
      : [
          areKeysAllowed
            ? 'Activated API keys:'
            : 'Imported API keys stay closed until you activate them on the API Keys page or with --allow-keys:',
          describeKeys(closedKeys),
        ]
  return [
    ...credentials.map((credential) => `Credential ${credential.name}: ${describeBrought(credential)}`),
    ...keys
      .filter(({ outcome }) => outcome !== 'new' || isTrial)
      .map((key) => `API key ${key.name}: ${describeBrought(key)}`),
    ...keyLines,
    ...(leads > 0 ? [`Imported ${count(leads, 'lead')}.`] : []),
    ...(files.brought > 0 ? [`Imported ${count(files.brought, 'file')} of conversations.`] : []),
    ...(files.missing > 0 ? [`Not found: ${count(files.missing, 'file')} of conversations.`] : []),
    ...documentStores.map((store) => describeStore(store, isTrial)),
    ...(documentStores.some(({ passages }) => passages > 0)
      ? [
          'Imported document stores are under Knowledge. Open each one and press Load to read its documents. The folders contain the chunks unchanged.',
        ]
      : []),
    ...left.map(
      ({ kind, names }) =>
        `Not imported, because Chatwright has no equivalent: ${count(names.length, kind)} (${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}).`,
    ),
    ...describeImport(data, { isTrial }),
  ]
}

/** The data folder, where it is known. */
function folderOf(source: string): string | undefined {
  if (!existsSync(source)) return undefined
  return statSync(source).isDirectory() ? source : dirname(source)
}

function inFolder(folder: string | undefined, name: string): string | undefined {
  const path = folder === undefined ? undefined : join(folder, name)
  return path !== undefined && existsSync(path) ? path : undefined
}

function readPassphrase(named: string | undefined, found: string | undefined): string | undefined {
  const path = named ?? found
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UserFacingError(`The key file ${path} can't be read: ${(error as Error).message}`)
  }
}

function readKeyList(path: string | undefined): FlowiseRow[] {
  if (path === undefined) return []
  try {
    const keys: unknown = parseJson(readFileSync(path, 'utf8'))
    if (Array.isArray(keys)) return keys.filter((key): key is FlowiseRow => typeof key === 'object' && key !== null)
  } catch {
    // Said below, like any other content that is no list.
  }
  throw new UserFacingError(`The key file ${path} isn't a list of keys. Fix it, or move it out of the folder.`)
}
