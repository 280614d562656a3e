import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import { addFromPalette } from '../model/add-from-palette.ts'
import type { PaletteRequest } from '../model/canvas-state.ts'
import { nodeGeometry } from '../model/node-geometry.ts'
import { withRecent } from '../model/recent-nodes.ts'
import { describeNote, NOTE_NAME } from '../model/sticky-note.ts'
import { setPreference, usePreferences } from './preferences.ts'
import { FIT } from './use-fitted.ts'

/** Adds a node by its name, where it was asked for or at a free spot in view, and selects it. */
export function useAddNode(): (name: string, request?: PaletteRequest) => void {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const flowStore = useStoreApi()
  const { screenToFlowPosition, fitView } = useReactFlow()
  return (name, request) => {
    const { catalogue, history } = canvas.store.getState()
    const description = catalogue.describe(name) ?? (name === NOTE_NAME ? describeNote(t('note.title')) : undefined)
    if (!description) return
    const { width, height, domNode, transform } = flowStore.getState()
    const corner = domNode?.getBoundingClientRect()
    const centre = screenToFlowPosition({ x: (corner?.x ?? 0) + width / 2, y: (corner?.y ?? 0) + height / 2 })
    const { node, command } = addFromPalette(history.present, { description, request, centre })
    const isAdded = canvas.run(command, { select: { nodes: new Set([node.id]), edges: new Set() } })
    if (!isAdded) return
    canvas.select({ nodes: new Set([node.id]), edges: new Set() })
    canvas.announce(t('said.added', { label: description.label }))
    if (name !== NOTE_NAME) {
      setPreference({ recentNodes: withRecent(usePreferences.getState().recentNodes, name) })
    }

    if (request?.kind === 'add' && request.at) return
    const size = nodeGeometry(node)
    const [x, y, zoom] = transform
    const left = node.position.x * zoom + x
    const top = node.position.y * zoom + y
    const isInView = left >= 0 && top >= 0 && left + size.width * zoom <= width && top + size.height * zoom <= height
    // Once the new node is drawn: fitting needs to know it.
    if (!isInView) requestAnimationFrame(() => void fitView({ ...FIT, duration: 300 }))
  }
}
