import { formParams, readInstructions, setEdits, writeInstructions } from '@chatwright/core'
import type { FlowNode, InputDescription } from '@chatwright/core'
import { use, useState } from 'react'
import type { ReactNode } from 'react'

import { asText } from '../../../parts/parameter-form/field-props.ts'
import { TryPromptContext } from '../../../parts/parameter-form/try-prompt-context.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { drawingToAsk } from '../model/drawing.ts'
import { PromptTrialContext, type PromptTrialProps } from './prompt-trial-slot.ts'

/** Lets the prompts among a node's fields be tried on recorded runs, from the field itself. */
export function PromptTrials({
  node,
  runId,
  children,
}: {
  node: FlowNode
  runId: string | undefined
  children: ReactNode
}) {
  const slot = use(PromptTrialContext)
  const canvas = useCanvas()
  const flowId = useCanvasState((state) => state.chatflow?.id)
  const [tried, setTried] = useState<InputDescription>()
  const canTry = slot !== undefined && runId !== undefined && flowId !== undefined
  const prompt = tried && promptOf(node, tried)
  return (
    <TryPromptContext value={canTry ? setTried : undefined}>
      {children}
      {canTry && prompt
        ? slot.draw({
            runId,
            flowId,
            prompt,
            drawing: drawingToAsk(canvas.store.getState()),
            onApply: (value, { isPublished }) => {
              canvas.run(setEdits(node.id, { [prompt.name]: value }))
              if (isPublished) slot.save()
            },
            onClose: () => setTried(undefined),
          })
        : null}
    </TryPromptContext>
  )
}

/** The field's text; of a list of messages, what its first system message says. */
function promptOf(node: FlowNode, { name, label }: InputDescription): PromptTrialProps['prompt'] {
  const value = node.data.inputs[name]
  const param = formParams(node).find((each) => each.name === name)
  const about = { nodeId: node.id, node: node.data.label, name, input: label }
  if (!param?.instructions) return { ...about, text: asText(value), write: (text) => text }
  return { ...about, text: readInstructions(param, value), write: (text) => writeInstructions(param, value, text) }
}
