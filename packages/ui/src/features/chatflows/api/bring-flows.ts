import { createChatflow, listCredentials, listNodes } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { readBroughtFlows } from '../model/brought-flows.ts'
import type { BroughtFlow } from '../model/brought-flows.ts'
import type { LeftBehind } from '../model/flow-rows.ts'

export interface BroughtFiles {
  flows: BroughtFlow[]
  /** Names of files that hold no flow, each with the reason; none for a file that is no JSON at all. */
  refused: { file: string; reason: string | undefined }[]
  /** Flows of files that hold others too. */
  unreadable: { file: string; name: string; reason: string }[]
  /** What else lies in a file. */
  leftBehind: { file: string; things: LeftBehind[] }[]
}

/** Reads files against this server's catalogue; nothing is saved yet. */
export async function readFiles(files: readonly File[]): Promise<BroughtFiles> {
  const [catalogue, credentials] = await Promise.all([call(listNodes), call(listCredentials)])
  const known = { catalogue, credentials: credentials.map(({ id }) => id) }
  const result: BroughtFiles = { flows: [], refused: [], unreadable: [], leftBehind: [] }
  for (const file of files) {
    try {
      const { flows, refused, leftBehind } = readBroughtFlows({ name: file.name, text: await file.text() }, known)
      result.flows.push(...flows)
      result.unreadable.push(...refused.map((flow) => ({ file: file.name, ...flow })))
      if (leftBehind.length > 0) result.leftBehind.push({ file: file.name, things: leftBehind })
    } catch (error) {
      const isJson = !(error instanceof SyntaxError)
      result.refused.push({ file: file.name, reason: isJson ? messageOf(error) : undefined })
    }
  }
  return result
}

export function saveBroughtFlow({ name, flow, settings }: BroughtFlow) {
  const flowData = JSON.stringify(flow)
  return call(createChatflow, { body: { ...settings, name: name.slice(0, 200) || 'Untitled', flowData } })
}
