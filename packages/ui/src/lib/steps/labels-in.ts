import { flowGraph } from '@chatwright/core'
import type { Flow, LabelOf } from '@chatwright/core'

/** What the nodes of a flow are called, by their ids. */
export function labelsIn(flow: Flow): LabelOf {
  return (id) => flowGraph(flow).nodes.get(id)?.data.label
}
