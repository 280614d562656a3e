import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { Saver } from '../model/saver.ts'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { OutlineDialog } from '../dialogs/outline-dialog.tsx'
import { RenameNodeDialog } from '../dialogs/rename-node-dialog.tsx'
import type { CanvasCommand } from './use-canvas-commands.ts'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { CredentialDialog } from '../../../components/credential-dialog/lazy-credential-dialog.ts'
import { PromptValuesDialog } from '../dialogs/lazy-prompt-values.ts'

// Each arrives when it is first opened: none is needed to draw.
const NodeFormDialog = lazyDialog(() => import('../dialogs/node-form-dialog.tsx'))
const InfoDialog = lazyDialog(() => import('../dialogs/info-dialog.tsx'))
const FieldDialog = lazyDialog(() => import('../dialogs/field-dialog.tsx'))
const ConnectDialog = lazyDialog(() => import('../dialogs/connect-dialog.tsx'))
const FindDialog = lazyDialog(() => import('../dialogs/find-dialog.tsx'))
const ShortcutsDialog = lazyDialog(() => import('../dialogs/shortcuts-dialog.tsx'))
const HistoryDialog = lazyDialog(() => import('../dialogs/history-dialog.tsx'))
const ConflictDialog = lazyDialog(() => import('../dialogs/conflict-dialog.tsx'))
const MissingCredentialsDialog = lazyDialog(() => import('../missing-credentials/missing-credentials-dialog.tsx'))
const ImportReportDialog = lazyDialog(() => import('../dialogs/import-report-dialog.tsx'))

interface CanvasDialogsProps {
  saveAs(name: string): Promise<boolean>
  saver: Saver
  commands: readonly CanvasCommand[]
}

/** The one dialog that is open. */
export function CanvasDialogs({ saveAs, saver, commands }: CanvasDialogsProps) {
  const canvas = useCanvas()
  const dialog = useCanvasState((state) => state.dialog)
  const close = () => canvas.openDialog(undefined)
  switch (dialog?.kind) {
    case 'name':
      return <NameDialog purpose={dialog.purpose} saveAs={saveAs} saver={saver} onClose={close} />
    case 'rename-node':
      return <RenameNodeDialog nodeId={dialog.nodeId} onClose={close} />
    case 'form':
      return <NodeFormDialog nodeId={dialog.nodeId} onClose={close} />
    case 'info':
      return <InfoDialog nodeId={dialog.nodeId} onClose={close} />
    case 'text':
      return <FieldDialog nodeId={dialog.nodeId} name={dialog.name} onClose={close} />
    case 'prompt-values':
      return <PromptValuesDialog nodeId={dialog.nodeId} name={dialog.name} onClose={close} />
    case 'connect':
      return <ConnectDialog end={dialog.end} nodeId={dialog.nodeId} onClose={close} />
    case 'find':
      return <FindDialog onClose={close} />
    case 'outline':
      return <OutlineDialog onClose={close} />
    case 'shortcuts':
      return <ShortcutsDialog commands={commands} onClose={close} />
    case 'history':
      return <HistoryDialog againstLive={dialog.againstLive ?? false} onClose={close} />
    case 'conflict':
      return <ConflictDialog saver={saver} onClose={close} />
    case 'credentials':
      return <MissingCredentialsDialog onClose={close} />
    case 'credential':
      return <CredentialDialog id={dialog.id} onClose={close} onSaved={close} />
    case 'import-report':
      return <ImportReportDialog messages={dialog.messages} isStored={dialog.isStored ?? false} onClose={close} />
    case undefined:
      return null
  }
}
