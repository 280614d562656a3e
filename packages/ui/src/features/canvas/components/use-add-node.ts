import { setEdits } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useTranslation } from 'react-i18next'

import { useCredentials } from '../../../lib/catalogue.ts'
import { onlyCredential } from '../../../lib/only-credential.ts'
import { useCanvas } from '../canvas-context.tsx'
import { addFromPalette } from '../model/add-from-palette.ts'
import { canvasKind } from '../model/canvas-state.ts'
import type { PaletteRequest } from '../model/canvas-state.ts'
import { cameraMove, FIT, FOOT } from '../model/fit-viewport.ts'
import { nodeGeometry } from '../model/node-geometry.ts'
import { withRecent } from '../model/recent-nodes.ts'
import { NOTE_NAME, STEP_NOTE_NAME } from '../model/sticky-note.ts'
import { setPreference, usePreferences } from './preferences.ts'
import { useOfferToReplace } from './use-offer-to-replace.ts'

type AddNode = (name: string, request?: PaletteRequest, inputs?: Readonly<Record<string, string>>) => void

/** Adds a node by its name, with the values it comes with, where it was asked for or at a free spot in view; selects it. */
export function useAddNode(): AddNode {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const flowStore = useStoreApi()
  const { screenToFlowPosition, fitView } = useReactFlow()
  const stored = useCredentials()
  const offerToReplace = useOfferToReplace()
  return (wanted, request, inputs = {}) => {
    const { catalogue, history, kind } = canvas.store.getState()
    const isNote = wanted === NOTE_NAME
    const name = isNote && canvasKind({ kind, history }) === 'agents' ? STEP_NOTE_NAME : wanted
    const description = catalogue.describe(name)
    if (!description) return
    const { width, height, domNode, transform } = flowStore.getState()
    const corner = domNode?.getBoundingClientRect()
    const centre = screenToFlowPosition({ x: (corner?.x ?? 0) + width / 2, y: (corner?.y ?? 0) + height / 2 })
    let added: FlowNode | undefined
    canvas.run((draft) => {
      added = addFromPalette(draft, { description, request, centre })
      for (const edit of added ? setEdits(added.id, inputs) : []) draft.try(edit)
      const credential = onlyCredential(
        added?.data.inputParams.find(({ type }) => type === 'credential'),
        stored.data,
      )
      if (added && credential) draft.try({ do: 'credential', id: added.id, credential: credential.id })
    })
    const node = added
    if (!node) return
    canvas.selectFresh(node.id)
    canvas.announce(t('said.added', { label: description.label }))
    offerToReplace(node)
    if (!isNote) {
      setPreference({ recentNodes: withRecent(usePreferences.getState().recentNodes, name) })
    }

    if (request?.kind === 'add' && request.at) return
    const size = nodeGeometry(node)
    const [x, y, zoom] = transform
    const left = node.position.x * zoom + x
    const top = node.position.y * zoom + y
    const right = left + size.width * zoom
    const bottom = top + size.height * zoom
    // The toolbar at the foot covers what lies below it.
    const isInView = left >= 0 && top >= 0 && right <= width && bottom <= height - FOOT
    // Once the new node is drawn: fitting needs to know it.
    if (!isInView) requestAnimationFrame(() => void fitView({ ...FIT, ...cameraMove() }))
  }
}
