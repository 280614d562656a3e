import { getChatflow } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ShareDialogProps } from '../features/canvas/components/workbench.tsx'
import ShareDialog from '../features/share/share-dialog.tsx'
import { lazyPart } from '../components/lazy-part/lazy-part.tsx'
import { call } from '../lib/api.ts'
import { messageOf } from '../lib/api-error.ts'
import { hideBackdrop, showBackdrop } from '../state/backdrop.ts'
import { notify } from '../state/notifications.ts'

const FlowTriggers = lazyPart(() => import('../features/triggers/flow-triggers.tsx'), { texts: ['triggers'] })

/** The share dialog over the canvas: it opens on what is stored, not on what is drawn. */
export default function CanvasShare({ chatflowId, onClose, onChanged }: ShareDialogProps) {
  const chatflow = useQuery({
    queryKey: ['chatflow-to-share', chatflowId],
    queryFn: ({ signal }) => call(getChatflow, { params: { id: chatflowId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!chatflow.isPending) return undefined
    showBackdrop()
    return hideBackdrop
  }, [chatflow.isPending])
  useEffect(() => {
    if (!chatflow.error) return
    notify(messageOf(chatflow.error), { tone: 'error' })
    onClose()
  }, [chatflow.error, onClose])
  if (!chatflow.data) return null
  return (
    <ShareDialog
      chatflow={chatflow.data}
      triggers={<FlowTriggers flowId={chatflowId} />}
      onClose={onClose}
      onChanged={(saved) => onChanged(saved.version)}
    />
  )
}
