import { requestReach, type Flow, type InputDescription, type NodeDescription } from '@chatwright/core'
import type { FlowSettings } from '../../door/http/flow-head.ts'

export interface FileInput {
  nodeId: string
  input: InputDescription
  /** Whether the flow's owner lets visitors fill it. */
  isOpen: boolean
}

/** The inputs of a flow that files go into: its document loaders. */
export function fileInputsOf(
  flow: Flow,
  describe: (nodeName: string) => NodeDescription | undefined,
  { overrides }: Pick<FlowSettings, 'overrides'>,
): FileInput[] {
  // Flows of other products say it on their vector store, for all its loaders.
  const areUploadsOn = flow.nodes.some(({ data }) => [true, 'true'].includes(data.inputs['fileUpload'] as boolean))
  return flow.nodes.flatMap(({ id, data }) => {
    const opened = overrides.isOpen ? (overrides.inputs.get(id) ?? overrides.inputs.get(data.label)) : undefined
    return (describe(data.name)?.inputs ?? [])
      .filter(({ type }) => type === 'file')
      .map((input) => ({
        nodeId: id,
        input,
        // A document that says where to send a credential is no upload, whatever uploads are open.
        isOpen:
          requestReach(input) === 'upload' &&
          (areUploadsOn || (opened?.has(input.name) ?? false) || (opened?.has('files') ?? false)),
      }))
  })
}
