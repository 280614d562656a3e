import { readFlow, type Flow, type FlowNode } from '@chatwright/core'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useCredentialKinds, useNodeCatalogue } from '../../lib/catalogue.ts'
import { CanvasProvider } from './canvas-context.tsx'
import FieldDialog from './dialogs/field-dialog.tsx'
import NodeFormDialog from './dialogs/node-form-dialog.tsx'
import { createCanvas } from './model/canvas-store.ts'
import { CredentialDialog } from '../../components/credential-dialog/lazy-credential-dialog.ts'
import { PromptValuesDialog } from './dialogs/lazy-prompt-values.ts'
import './canvas.css'

interface ChangedNode {
  label: string
  inputs: Readonly<Record<string, { label: string; value: unknown }>>
}

interface RunNodeFormProps {
  /** The flow as it ran. */
  flowData: string
  /** What is changed of it so far, by the ids of nodes. */
  changes: Readonly<Record<string, ChangedNode>>
  nodeId: string
  onClose: () => void
  onDone: (changes: Record<string, ChangedNode>) => void
}

/** The form of a node of a flow that ran; what is typed changes nothing but what is tried. */
export default function RunNodeForm({ flowData, changes, nodeId, onDone }: RunNodeFormProps) {
  const { data: nodes } = useNodeCatalogue()
  const { data: kinds } = useCredentialKinds()
  const [begun] = useState(changes)
  const made = useMemo(() => {
    if (!nodes) return undefined
    const canvas = createCanvas()
    canvas.setCatalogue(nodes, kinds ?? [])
    const before = readFlow(flowData, canvas.store.getState().catalogue.describe).flow
    canvas.open({ flow: withChanges(before, begun), name: '' })
    canvas.openDialog({ kind: 'form', nodeId })
    return { canvas, before }
  }, [nodes, kinds, flowData, begun, nodeId])
  if (!made) return null
  const { canvas, before } = made
  const done = () => onDone(changesOf(before, canvas.store.getState().history.present))
  return (
    <CanvasProvider canvas={canvas}>
      <ReactFlowProvider>
        <Dialogs canvas={canvas} nodeId={nodeId} onDone={done} />
      </ReactFlowProvider>
    </CanvasProvider>
  )
}

function Dialogs({
  canvas,
  nodeId,
  onDone,
}: {
  canvas: ReturnType<typeof createCanvas>
  nodeId: string
  onDone: () => void
}) {
  const dialog = useStore(canvas.store, (state) => state.dialog)
  const back = () => canvas.openDialog({ kind: 'form', nodeId })
  const isOpen = dialog !== undefined
  useEffect(() => {
    if (!isOpen) canvas.openDialog({ kind: 'form', nodeId })
  }, [isOpen, canvas, nodeId])
  switch (dialog?.kind) {
    case 'text':
      return <FieldDialog nodeId={dialog.nodeId} name={dialog.name} onClose={back} />
    case 'prompt-values':
      return <PromptValuesDialog nodeId={dialog.nodeId} name={dialog.name} onClose={back} />
    case 'credential':
      return <CredentialDialog id={dialog.id} onClose={back} onSaved={back} />
    default:
      return <NodeFormDialog nodeId={nodeId} onClose={onDone} />
  }
}

function withChanges(flow: Flow, changes: RunNodeFormProps['changes']): Flow {
  return {
    ...flow,
    nodes: flow.nodes.map((node) => {
      const changed = changes[node.id]
      if (!changed) return node
      const values = Object.entries(changed.inputs).map(([name, { value }]) => [name, value])
      return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...Object.fromEntries(values) } } }
    }),
  }
}

/** The inputs that are others than they were, by the ids of their nodes. */
function changesOf(before: Flow, after: Flow): Record<string, ChangedNode> {
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  return Object.fromEntries(
    after.nodes.flatMap((node) => {
      const inputs = changedInputs(old.get(node.id), node)
      return Object.keys(inputs).length === 0 ? [] : [[node.id, { label: node.data.label, inputs }]]
    }),
  )
}

function changedInputs(before: FlowNode | undefined, { data }: FlowNode): ChangedNode['inputs'] {
  const labels = new Map(data.inputParams.map(({ name, label }) => [name, label]))
  return Object.fromEntries(
    Object.entries(data.inputs).flatMap(([name, value]) =>
      JSON.stringify(before?.data.inputs[name]) === JSON.stringify(value)
        ? []
        : [[name, { label: labels.get(name) ?? name, value }]],
    ),
  )
}
