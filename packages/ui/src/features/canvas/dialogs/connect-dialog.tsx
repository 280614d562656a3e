import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { useRefusalWords } from '../components/use-refusal-words.ts'
import type { LooseEnd } from '../model/canvas-state.ts'
import { connectEnds } from '../model/connect-ends.ts'
import { fittingPlaces } from '../model/fitting-handles.ts'
import { ListDialog } from './list-dialog.tsx'

interface ConnectDialogProps {
  end: LooseEnd
  /** The node it goes to, where only its port is not known yet. */
  nodeId?: string | undefined
  onClose(): void
}

/** Where a connection could go: for who draws without a mouse, or from too far away to aim at a port. */
export default function ConnectDialog({ end, nodeId, onClose }: ConnectDialogProps) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const refusalWords = useRefusalWords()
  const flow = useCanvasState((state) => state.history.present)
  const fitting = fittingPlaces(flow, end).filter(({ node }) => nodeId === undefined || node.id === nodeId)
  const places = fitting.map(({ node, handleId, label }) => ({
    id: `${node.id} ${handleId}`,
    label: end.side === 'output' ? t('connect.to', { input: label, label: node.data.label }) : node.data.label,
    note: node.id,
    icon: <IconPlugConnected size={20} aria-hidden />,
    run: () => {
      const refusal = connectEnds(canvas, end, { nodeId: node.id, handleId })
      canvas.announce(refusal ? refusalWords(refusal) : t('said.connected', { label: node.data.label }))
    },
  }))
  return (
    <ListDialog
      title={t('connect.title')}
      placeholder={t('connect.placeholder')}
      empty={t('connect.none')}
      onClose={onClose}
      entries={[
        ...places,
        {
          id: 'new',
          label: t('connect.new'),
          note: t('connect.newHint'),
          icon: <IconPlus size={20} aria-hidden />,
          run: () => canvas.openPalette({ kind: 'connect', end }),
        },
      ]}
    />
  )
}
