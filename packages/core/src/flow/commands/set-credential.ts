import type { Command } from '../command.ts'
import { changeData } from '../command.ts'

/** Points a node at a stored credential, or at none. */
export function setCredential(nodeId: string, credentialId: string | undefined): Command {
  return (flow) =>
    changeData(flow, nodeId, (data) => {
      if ((data.credential ?? '') === (credentialId ?? '')) return data
      const { credential: _, ...rest } = data
      return credentialId ? { ...rest, credential: credentialId } : rest
    })
}
