import { holdsCredential, resteeredNodes, withoutCredentials, type Describe, type Flow } from '@chatwright/core'
import type { Config } from '../../ground/config/config.ts'
import { serverAddress } from '../../ground/config/server-address.ts'
import type { PreparedFlow } from '../../flows/flows/flow-library.ts'
import type { OpenedDrafts } from '../../flows/chatflows/opened-drafts.ts'

/** What a draft changes that a person has to look at before it runs with secrets or is saved. */
export interface Unopened {
  /** The draft without the credentials of those nodes. */
  flow: Flow
  /** Says so to the model, with the way out. */
  words: string
}

export interface DraftReview {
  /** Undefined where a draft leads nothing elsewhere, or a person has opened it. */
  unopened(saved: PreparedFlow, draft: { id: string; flow: Flow }): Promise<Unopened | undefined>
}

export function createDraftReview({
  opened,
  describe,
  config,
}: {
  opened: Pick<OpenedDrafts, 'has'>
  describe: Describe
  config: Pick<Config, 'publicUrl' | 'port'>
}): DraftReview {
  return {
    async unopened(saved, { id: draft, flow }) {
      const steered = resteeredNodes(saved.flow, flow, describe)
      if (steered.length === 0 || (await opened.has(saved.id, draft))) return undefined
      const ids = new Set(steered.map(({ id }) => id))
      const nodes = flow.nodes.map((node) =>
        ids.has(node.id) && holdsCredential(node.data, describe)
          ? { ...node, data: withoutCredentials(node.data, describe) }
          : node,
      )
      const labels = steered.map(({ data }) => data.label)
      const address = `${serverAddress(config)}/canvas/${saved.id}?draft=${encodeURIComponent(draft)}`
      const words =
        `This draft changes code, or where data goes, in: ${labels.slice(0, 20).join(', ')}. Until a person opens it, it runs ` +
        `without the credentials of these nodes and without secret variables, and can't be saved. Ask them to open ${address}`
      return { flow: { ...flow, nodes }, words }
    },
  }
}
