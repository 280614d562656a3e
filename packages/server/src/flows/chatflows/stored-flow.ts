import {
  createCatalogueIndex,
  NodeError,
  SEALED_PREFIX,
  STORED_FILE_PREFIX,
  stripForSave,
  unkeptInputs,
  type CatalogueIndex,
  type Change,
  type Describe,
  type FileAccess,
  type Flow,
  type NodeDescription,
} from '@chatwright/core'
import { readGraph } from '../flows/read-graph.ts'
import { keepInlineFiles } from './keep-inline-files.ts'
import { sealTypedSecrets, type SecretKeeper } from './seal-typed-secrets.ts'

export interface StoredFlow {
  /** What is kept: compact, without secrets or selection. */
  text: string
  flow: Flow
  nodeNames: string[]
  nodeCount: number
  /** What was put right, what was kept elsewhere and what was not kept. */
  changes: Change[]
}

export type StoreFlow = (flowData: string) => Promise<StoredFlow>

type Files = Pick<FileAccess, 'open' | 'save' | 'forget'>

/**
 * The one way of flow data into the database. Nodes get today's names, files lying in the data are kept as files, and what
 * must not be stored is taken out; each of it is said.
 */
export interface FlowIntake {
  store: StoreFlow
  /** The same, and nothing is kept. */
  tryOut: StoreFlow
  index: CatalogueIndex
  /** Where files that lie in what comes in are kept. */
  files: Files
  hasFile(id: string): Promise<boolean>
}

/** Stands for a file, or a secret, that would be kept. */
const FILE_TO_COME = '0'.repeat(32)

export function createFlowIntake({
  nodes,
  files,
  secrets,
}: {
  nodes: readonly NodeDescription[]
  files: Files
  secrets: SecretKeeper
}): FlowIntake {
  const index = createCatalogueIndex(nodes)
  const describe: Describe = (name) => index.describe(name)
  const keepWith =
    (files: Pick<Files, 'open' | 'save'>, secrets: SecretKeeper): StoreFlow =>
    async (flowData) => {
      const read = readGraph(flowData, describe)
      const kept = await keepInlineFiles(read.flow, { files, describe })
      const sealed = await sealTypedSecrets(kept.flow, { secrets, describe })
      const flow = stripForSave(sealed.flow, describe)
      return {
        text: JSON.stringify(flow),
        flow,
        nodeNames: [...new Set(flow.nodes.map((node) => node.data.name))],
        nodeCount: flow.nodes.length,
        changes: [...read.changes, ...kept.changes, ...sealed.changes, ...unkept(kept.flow, describe)],
      }
    }
  return {
    store: keepWith(files, secrets),
    tryOut: keepWith(
      { open: (reference) => files.open(reference), save: async () => `${STORED_FILE_PREFIX}${FILE_TO_COME}` },
      { find: (reference) => secrets.find(reference), keep: async () => `${SEALED_PREFIX}${FILE_TO_COME}` },
    ),
    index,
    files,
    async hasFile(id) {
      if (id === FILE_TO_COME) return true
      try {
        await files.open(`${STORED_FILE_PREFIX}${id}`)
        return true
      } catch (error) {
        if (error instanceof NodeError) return false
        throw error
      }
    },
  }
}

/** What saving takes out, in words: nobody should miss it without having been told. */
function unkept({ nodes }: Flow, describe: Describe): Change[] {
  return nodes.flatMap(({ id, data }) =>
    unkeptInputs(data, describe).map(({ label, type }): Change => ({
      kind: 'dropped-value',
      nodeId: id,
      message: `${data.label}: "${label}" wasn't saved. ${unkeptReasons[type] ?? unkeptReasons['file']}`,
    })),
  )
}

const unkeptReasons: Readonly<Record<string, string>> = {
  password: "Flows don't store secrets. Choose a credential in the node.",
  folder: "Only the server's operator can choose folders.",
  file: "The file can't be read. Choose it again.",
}
