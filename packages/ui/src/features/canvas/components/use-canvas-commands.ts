import { useReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { doOrOffer } from '../../../state/failed-load.ts'
import { notify } from '../../../state/notifications.ts'
import { useCanvas } from '../canvas-context.tsx'
import type { Alignment } from '../model/arrange.ts'
import { cameraMove, FIT } from '../model/fit-viewport.ts'
import { growContainers } from '../model/container-room.ts'
import { layoutFlow } from '../model/layout.ts'
import { nextProblem } from '../model/next-problem.ts'
import { onlySelected } from '../model/side-panel.ts'
import { NOTE_NAME } from '../model/sticky-note.ts'
import { copySelection } from './copy-selection.ts'
import { setPreference, usePreferences } from './preferences.ts'
import { useJump } from './problems-button.tsx'
import { useAddNode } from './use-add-node.ts'
import { showChat, toggleChat } from './show-chat.ts'
import { useEditWords } from './use-edit-words.ts'

export interface CanvasCommand {
  id: string
  label: string
  group: 'file' | 'edit' | 'view' | 'arrange'
  shortcuts: readonly string[]
  run(): void
  /** Also works while the caret is in a field. */
  isGlobal?: boolean
}

const ALIGNMENTS: readonly Alignment[] = ['left', 'center', 'right', 'top', 'middle', 'bottom']

/** Everything the canvas can do by name: the keyboard, the command palette and the shortcut sheet read this one list. */
export function useCanvasCommands(file: {
  save(): void
  export(): void
  load(): void
  rename(): void
}): CanvasCommand[] {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow()
  const addNode = useAddNode()
  const editWords = useEditWords()
  const jump = useJump()
  return useMemo(() => {
    const state = () => canvas.store.getState()
    const say = (text: string) => canvas.announce(text)
    const command = (
      id: CommandId,
      group: CanvasCommand['group'],
      shortcuts: readonly string[],
      run: () => void,
      isGlobal = false,
    ): CanvasCommand => ({ id, group, shortcuts, run, isGlobal, label: t(labelKey(id)) })
    return [
      command('save', 'file', ['mod+s'], file.save, true),
      command('rename', 'file', [], file.rename),
      command('export', 'file', [], file.export),
      command('load', 'file', [], file.load),
      command('history', 'file', [], () => canvas.openDialog({ kind: 'history' })),
      command('addNode', 'edit', ['/'], canvas.keepPalette),
      command('addNote', 'edit', [], () => addNode(NOTE_NAME)),
      command('undo', 'edit', ['mod+z'], () => {
        say(t('said.undone', { what: editWords(canvas.undo()) }))
      }),
      command('redo', 'edit', ['mod+shift+z', 'mod+y'], () => {
        say(t('said.redone', { what: editWords(canvas.redo()) }))
      }),
      command('copy', 'edit', ['mod+c'], () => void copySelection(canvas)),
      command(
        'cut',
        'edit',
        ['mod+x'],
        () => void copySelection(canvas).then((isCopied) => isCopied && canvas.removeSelected()),
      ),
      command('paste', 'edit', ['mod+v'], () => notify(t('said.pasteHint'))),
      command('renameNode', 'edit', ['f2'], () => {
        const [only, another] = state().selection.nodes
        if (only !== undefined && another === undefined) canvas.openDialog({ kind: 'rename-node', nodeId: only })
      }),
      command('inspect', 'edit', ['i'], () => {
        const node = onlySelected(state())
        if (node) canvas.openDialog({ kind: 'form', nodeId: node.id })
      }),
      command('run', 'edit', ['r'], () => {
        const node = onlySelected(state())
        if (!node) showChat(canvas)
        else {
          canvas.openDialog({ kind: 'form', nodeId: node.id })
          canvas.changeSide({ toRun: node.id })
        }
      }),
      command('duplicate', 'edit', ['mod+d'], () =>
        say(t('said.duplicated', { count: canvas.duplicateSelected().length })),
      ),
      command('delete', 'edit', ['delete', 'backspace'], () => {
        const { nodes, edges } = state().selection
        if (canvas.removeSelected()) say(t('said.deleted', { count: nodes.size + edges.size }))
      }),
      command('selectAll', 'edit', ['mod+a'], canvas.selectAll),
      command('find', 'view', ['mod+f'], () => canvas.openDialog({ kind: 'find' })),
      command('outline', 'view', ['o'], () => canvas.openDialog({ kind: 'outline' })),
      command('fit', 'view', ['shift+1', '!'], () => void fitView({ ...FIT, ...cameraMove() })),
      command('zoomToSelection', 'view', ['shift+2', '"', '@'], () => {
        const ids = [...state().selection.nodes]
        if (ids.length > 0)
          void fitView({ nodes: ids.map((id) => ({ id })), maxZoom: 1, padding: 0.2, ...cameraMove() })
      }),
      command('zoomIn', 'view', ['mod+=', 'mod++'], () => void zoomIn(cameraMove())),
      command('zoomOut', 'view', ['mod+-'], () => void zoomOut(cameraMove())),
      command('zoomReset', 'view', ['mod+0'], () => void zoomTo(1, cameraMove())),
      command('minimap', 'view', ['m'], () => setPreference({ hasMinimap: !usePreferences.getState().hasMinimap })),
      command('chat', 'view', ['c'], () => toggleChat(canvas)),
      command('nextProblem', 'view', ['n'], () => {
        const { problems, selection } = state()
        const id = nextProblem(problems, [...selection.nodes].at(-1))
        if (id !== undefined) jump(id)
      }),
      command('details', 'view', ['d'], () => setPreference({ isDetailed: !usePreferences.getState().isDetailed })),
      command('snap', 'arrange', [], () => setPreference({ isSnapping: !usePreferences.getState().isSnapping })),
      command('tidy', 'arrange', ['mod+shift+l'], () => {
        void doOrOffer(async () => {
          const places = await layoutFlow(state().history.present)
          if (state().isReadOnly) return
          canvas.run((draft) => {
            draft.try({ do: 'move', places })
            growContainers(draft)
          })
          // Also of a flow that was tidy already: whoever asks sees all of it, and hears that it was done.
          say(t('said.tidied'))
          requestAnimationFrame(() => void fitView({ ...FIT, ...cameraMove() }))
        })
      }),
      ...ALIGNMENTS.map((alignment) =>
        command(`align-${alignment}`, 'arrange', [], () => void canvas.align(alignment)),
      ),
      command('shortcuts', 'view', ['?'], () => canvas.openDialog({ kind: 'shortcuts' })),
    ]
  }, [canvas, t, file, fitView, zoomIn, zoomOut, zoomTo, addNode, editWords, jump])
}

type CommandId =
  | 'save'
  | 'rename'
  | 'export'
  | 'load'
  | 'history'
  | 'addNode'
  | 'addNote'
  | 'undo'
  | 'redo'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'duplicate'
  | 'inspect'
  | 'run'
  | 'delete'
  | 'selectAll'
  | 'find'
  | 'outline'
  | 'fit'
  | 'zoomToSelection'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'minimap'
  | 'chat'
  | 'nextProblem'
  | 'renameNode'
  | 'details'
  | 'snap'
  | 'tidy'
  | 'shortcuts'
  | `align-${Alignment}`

function labelKey(id: CommandId) {
  return `command.${id}` as const
}
