import type { NodeDescription } from '@chatwright/core'
import { takesPictures } from '../../flows/flow-access/upload-settings.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import { seconds } from '../protocols/answer-run.ts'

/** A flow in the list of models. */
export function listedModel(flow: FlowHead) {
  return {
    id: flow.id,
    object: 'model' as const,
    created: seconds(Date.parse(flow.created_date)),
    owned_by: 'chatwright',
    name: flow.name,
    type: 'chat' as const,
  }
}

/** The same with what it can do. Tools are the caller's own: the flow's model calls them where it calls any. */
export async function describeModel(
  flow: FlowHead,
  {
    library,
    describe,
  }: { library: Pick<FlowLibrary, 'prepare'>; describe: (name: string) => NodeDescription | undefined },
) {
  const { flow: drawn } = await library.prepare(flow)
  const isWithModel = drawn.nodes.some(({ data }) => hasModel(describe(data.name)))
  return {
    ...listedModel(flow),
    capabilities: {
      chat: true,
      embeddings: false,
      images: takesPictures(drawn),
      tools: isWithModel,
      streaming: true,
    },
  }
}

function hasModel(node: NodeDescription | undefined): boolean {
  return (
    node !== undefined &&
    (node.baseClasses.includes('BaseChatModel') || ['LLM', 'Agent'].some((base) => node.baseClasses.includes(base)))
  )
}
