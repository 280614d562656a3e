import type { Flow } from '../document.ts'
import { Refused, type Describe, type Refusal } from './older-flow.ts'
import { convertSequential } from './sequential-flow.ts'
import type { Ids } from './step-drawing.ts'
import { convertTeam } from './team-flow.ts'

export type { Refusal }

/** What a flow becomes, or why it cannot. */
export type Conversion = { flow: Flow; refusal?: undefined } | { refusal: Refusal; flow?: undefined }

/**
 * A flow of the first agent kind as steps. The same mapping runs such a flow as it is, and writes the drawing anew when
 * its author asks for it.
 */
export function convertOlderFlow(flow: Flow, { describe, ids }: { describe: Describe; ids: Ids }): Conversion {
  const isTeam = flow.nodes.some(({ data }) => data.name === 'supervisor' || data.name === 'worker')
  try {
    return { flow: isTeam ? convertTeam(flow, { describe, ids }) : convertSequential(flow, { describe, ids }) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { refusal: error.refusal }
  }
}
