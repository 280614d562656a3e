import { createChatflow, listCredentials, listNodes } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import { readBroughtFlows } from '../model/brought-flows.ts'
import type { BroughtFlow } from '../model/brought-flows.ts'

export interface BroughtFiles {
  flows: BroughtFlow[]
  /** Names of files that hold no flow, each with the reason. */
  refused: { file: string; reason: string }[]
}

/** Reads files against this server's catalogue; nothing is saved yet. */
export async function readFiles(files: readonly File[]): Promise<BroughtFiles> {
  const [catalogue, credentials] = await Promise.all([call(listNodes), call(listCredentials)])
  const known = { catalogue, credentials: credentials.map(({ id }) => id) }
  const result: BroughtFiles = { flows: [], refused: [] }
  for (const file of files) {
    try {
      result.flows.push(...readBroughtFlows({ name: file.name, text: await file.text() }, known))
    } catch (error) {
      result.refused.push({ file: file.name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return result
}

export function saveBroughtFlow({ name, flow }: BroughtFlow) {
  return call(createChatflow, { body: { name: name.slice(0, 200) || 'Untitled', flowData: JSON.stringify(flow) } })
}
