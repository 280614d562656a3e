import { parseJson, type RunFault } from '@chatwright/core'
import { digest } from './words.ts'

/** What a failure says, without what differs from one time to the next: ids, numbers and quoted values. */
export function causeOf(fault: Pick<RunFault, 'code' | 'message' | 'nodeId'>): string {
  const words = fault.message.replaceAll(/[0-9a-f]{8,}|\d+/gi, '#')
  return digest(`${fault.code} ${fault.nodeId ?? ''} ${words}`)
}

export function readFault(fault: string | null): RunFault | undefined {
  return fault === null ? undefined : (parseJson(fault) as RunFault)
}
