import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import FieldDialog from './field-dialog.tsx'
import NodeFormDialog from './node-form-dialog.tsx'

/** What can be opened on a card where nothing is changed: its settings. */
export function LookingDialogs() {
  const canvas = useCanvas()
  const dialog = useCanvasState((state) => state.dialog)
  const close = () => canvas.openDialog(undefined)
  switch (dialog?.kind) {
    case 'form':
      return <NodeFormDialog nodeId={dialog.nodeId} onClose={close} />
    case 'text':
      return <FieldDialog nodeId={dialog.nodeId} name={dialog.name} onClose={close} />
    default:
      return null
  }
}
