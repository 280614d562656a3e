import Drawer from '@mui/material/Drawer'
import { setEdits } from '@chatwright/core'
import type { RunEvent } from '@chatwright/core'
import { ReactFlowProvider } from '@xyflow/react'
import { IconDeviceFloppy, IconMessageCircle, IconPlus } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { canvasKind } from '../model/canvas-state.ts'
import type { OpenChatflow } from '../model/canvas-state.ts'
import { NodeToolsContext, type NodeToolsProps } from '../inspector/node-tools-slot.ts'
import { PromptTrialContext, type PromptTrialProps } from '../inspector/prompt-trial-slot.ts'
import { SidePanel } from '../inspector/side-panel.tsx'
import { actingNodes, answersAlike, drawingToAsk } from '../model/drawing.ts'
import { exampleQuestions } from '../model/example-questions.ts'
import { frontOf } from '../model/side-panel.ts'
import { Announcer } from './announcer.tsx'
import { CanvasDialogs } from './canvas-dialogs.tsx'
import { CanvasHeader } from './canvas-header.tsx'
import { CanvasToolbar } from './canvas-toolbar.tsx'
import { DraftBanner } from './draft-banner.tsx'
import { DryReplayLine } from './dry-replay-line.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { FlowViews } from './flow-views.tsx'
import { PalettePanel } from './palette-panel.tsx'
import { setPreference, usePreferences } from './preferences.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { toggleChat } from './show-chat.ts'
import { Tour } from './tour.tsx'
import { useAskForCredentials } from '../missing-credentials/use-ask-for-credentials.ts'
import { useJump } from './problems-button.tsx'
import { useCanvasCommands } from './use-canvas-commands.ts'
import { useClipboard } from './use-clipboard.ts'
import type { DraftOffer } from './use-drafts.ts'
import { useFaultFacts } from './use-fault-facts.ts'
import { useFileActions } from './use-file-actions.ts'
import { useHasIdled } from './use-idle.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useOtherTabs } from './use-other-tabs.ts'
import { useProblems } from './use-problems.ts'
import { useSaving } from './use-saving.ts'
import { useScreenCommands } from './use-screen-commands.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** What the chat beside the flow is given. */
export interface ChatPanelProps {
  /** Nothing until the flow is saved for the first time. */
  chatflowId: string | undefined
  isEmpty: boolean
  /** Whether what is on the screen answers otherwise than what is saved. */
  isDraft: boolean
  /** The flow on the screen, when it is to be asked instead of the saved one. */
  drawing(): string | undefined
  /** Names of what may change something outside when the flow is asked. */
  acting: readonly string[]
  onRunEvent(event: RunEvent): void
  onJumpToNode(nodeId: string): void
  /** Opens the settings of a node. */
  onOpenNode(nodeId: string): void
  /** Takes inputs over to a node; published, the flow is saved too. */
  onApply(nodeId: string, inputs: Readonly<Record<string, unknown>>, how: { isPublished: boolean }): void
  /** A run is looked at in the place of the chat, or no longer. */
  onRunShown(isShown: boolean): void
  /** Tells which node is chosen, when it is one. Returns how to stop. */
  followSelection(listener: (nodeId: string | undefined) => void): () => void
  aboutFault: ReturnType<typeof useFaultFacts>
  /** Questions that notes on the canvas tell to ask. */
  examples: readonly string[]
  /** Keeps a flow that was never saved, under its name or as an untitled one. Resolves to whether it is kept. */
  keep(): Promise<boolean>
  onClose(): void
}

export interface ShareDialogProps {
  chatflowId: string
  onClose(): void
  /** A setting was saved, which counts as a version of the flow. */
  onChanged(version: number): void
}

/** Parts of other features that stand on the canvas; the application hands them in. */
export interface CanvasSlots {
  chatPanel?: ((props: ChatPanelProps) => ReactNode) | undefined
  shareDialog?: ((props: ShareDialogProps) => ReactNode) | undefined
  /** Somebody is about to open it. */
  preloadShareDialog?: (() => void) | undefined
  /** Runs and pins the node that is looked at. */
  nodeTools?: ((props: NodeToolsProps) => ReactNode) | undefined
  /** Tries other words for a prompt. */
  promptTrial?: ((props: PromptTrialProps) => ReactNode) | undefined
  /** Whether a phone shows the chat first: elsewhere it is docked beside the flow. */
  opensChat?: boolean
}

export function Workbench({ slots, draft }: { slots: CanvasSlots; draft: DraftOffer | undefined }) {
  return (
    <ReactFlowProvider>
      <NodeToolsContext value={slots.nodeTools}>
        <WorkbenchBody slots={slots} draft={draft} />
      </NodeToolsContext>
    </ReactFlowProvider>
  )
}

function WorkbenchBody({ slots, draft }: { slots: CanvasSlots; draft: DraftOffer | undefined }) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const canvas = useCanvas()
  const isPhone = useIsPhone()
  // The flow comes first: what can be added to it fills its place a moment later.
  const hasIdled = useHasIdled()
  const { isChatOpen } = usePreferences()
  const isPaletteKept = useCanvasState((state) => state.isPaletteKept)
  const [isSheetOpen, setIsSheetOpen] = useState<'palette' | 'chat' | undefined>(slots.opensChat ? 'chat' : undefined)
  const [isSharing, setIsSharing] = useState(false)
  const isEmpty = useCanvasState((state) => state.history.present.nodes.length === 0)
  const chatflowId = useCanvasState((state) => state.chatflow?.id)
  const isDraft = useCanvasState(({ history, saved }) => !answersAlike(history.present, saved.flow))
  const nodes = useCanvasState((state) => state.history.present.nodes)
  const catalogue = useCanvasState((state) => state.catalogue)
  const acting = useMemo(() => actingNodes({ nodes, edges: [] }, catalogue.describe), [nodes, catalogue])
  const examples = useMemo(() => exampleQuestions(nodes), [nodes])
  const request = useCanvasState((state) => state.palette)
  const jump = useJump()
  const aboutFault = useFaultFacts()
  const file = useFileActions()
  const { save, saveAs, saver } = useSaving()
  const { promptTrial } = slots
  const trial = useMemo(() => promptTrial && { draw: promptTrial, save }, [promptTrial, save])
  const commands = useCanvasCommands(
    useMemo(() => ({ save, export: file.export, load: () => void file.load(), rename: file.rename }), [save, file]),
  )
  useShortcuts(commands)
  useScreenCommands(commands, jump)
  useOtherTabs()
  useClipboard()
  useLeaveGuard()
  useProblems()
  useAskForCredentials()

  const closePalette = () => {
    canvas.closePalette()
    if (isPhone) setIsSheetOpen(undefined)
  }
  useEffect(() => canvas.changeSide({ hasRoom: !isPhone, isInspecting: false }), [canvas, isPhone])
  const hasChat = slots.chatPanel !== undefined
  const isChatSeen = useCanvasState((state) => frontOf(state, hasChat && isChatOpen) === 'chat')
  const isPaletteShown = isPhone
    ? isSheetOpen === 'palette' || request !== undefined
    : isPaletteKept || request !== undefined
  const togglePalette = () => {
    if (isPaletteShown) closePalette()
    else canvas.keepPalette()
  }
  const followSelection = useCallback<ChatPanelProps['followSelection']>(
    (listener) =>
      canvas.store.subscribe(({ selection }, before) => {
        if (selection === before.selection) return
        const [only, another] = selection.nodes
        listener(another === undefined ? only : undefined)
      }),
    [canvas],
  )
  const onRunShown = useCallback<ChatPanelProps['onRunShown']>(
    (isRunShown) => canvas.changeSide({ isRunShown, ...(isRunShown && { tab: 'chat' }) }),
    [canvas],
  )
  const chat = slots.chatPanel?.({
    chatflowId,
    isEmpty,
    isDraft,
    drawing: () => drawingToAsk(canvas.store.getState()),
    acting,
    examples,
    keep: () => {
      const state = canvas.store.getState()
      const untitled = canvasKind(state) === 'agents' ? t('header.untitledAgents') : t('header.untitled')
      return saveAs(state.name === '' ? untitled : state.name)
    },
    onRunEvent: (event) => canvas.followRun(event),
    followSelection,
    aboutFault,
    onJumpToNode: (nodeId) => {
      setIsSheetOpen(undefined)
      canvas.changeSide({ tab: 'chat' })
      jump(nodeId)
      const isLocked = canvas.store
        .getState()
        .problems.some((problem) => problem.nodeId === nodeId && problem.action?.type === 'choose-credential')
      if (isLocked) canvas.openDialog({ kind: 'credentials' })
    },
    onOpenNode: (nodeId) => {
      jump(nodeId)
      canvas.openDialog({ kind: 'form', nodeId })
    },
    onApply: (nodeId, inputs, { isPublished }) => {
      canvas.run(setEdits(nodeId, inputs))
      if (isPublished) save()
    },
    onRunShown,
    onClose: () => {
      setIsSheetOpen(undefined)
      setPreference({ isChatOpen: false })
    },
  })
  return (
    <div className="cw-workbench">
      <CanvasHeader
        onSave={save}
        onShare={slots.shareDialog ? () => setIsSharing(true) : undefined}
        onShareNear={slots.preloadShareDialog}
        onTogglePalette={togglePalette}
        isPaletteOpen={isPaletteShown}
        chat={hasChat ? { isOpen: isChatSeen, onToggle: () => toggleChat(canvas) } : undefined}
        menu={<SettingsMenu file={file} />}
      />
      {draft ? <DraftBanner offer={draft} /> : <DryReplayLine />}
      <div className="cw-room">
        {isPhone ? (
          <Drawer
            anchor="bottom"
            open={isPaletteShown}
            onClose={closePalette}
            slotProps={{ paper: { className: 'cw-sheet', 'aria-label': t('header.add') } }}
          >
            <PalettePanel isSheet onClose={closePalette} />
          </Drawer>
        ) : isPaletteShown && (hasIdled || request !== undefined) ? (
          <PalettePanel onClose={closePalette} />
        ) : isPaletteShown ? (
          <div className="cw-palette" />
        ) : null}
        <main className="cw-stage">
          <FlowViews isPhone={isPhone}>
            {isEmpty ? (
              <EmptyCanvas
                onAdd={() => (isPhone ? setIsSheetOpen('palette') : canvas.openPalette({ kind: 'add' }))}
                onLoad={() => void file.load()}
              />
            ) : null}
          </FlowViews>
          <SelectionBar commands={commands} />
          <CanvasToolbar commands={commands} />
        </main>
        {isPhone ? null : (
          <PromptTrialContext value={trial}>
            <SidePanel chat={chat} />
          </PromptTrialContext>
        )}
      </div>
      {isPhone ? (
        <nav className="cw-thumb-bar" aria-label={t('toolbar.main')}>
          <button type="button" onClick={() => setIsSheetOpen('palette')}>
            <IconPlus size={20} aria-hidden />
            {t('header.add')}
          </button>
          {hasChat ? (
            <button type="button" onClick={() => setIsSheetOpen('chat')}>
              <IconMessageCircle size={20} aria-hidden />
              {t('header.chat')}
            </button>
          ) : null}
          <button type="button" className="is-filled" onClick={save}>
            <IconDeviceFloppy size={20} aria-hidden />
            {common('action.save')}
          </button>
        </nav>
      ) : null}
      {isPhone && hasChat ? (
        <Drawer
          anchor="bottom"
          open={isSheetOpen === 'chat'}
          onClose={() => setIsSheetOpen(undefined)}
          slotProps={{ paper: { className: 'cw-sheet', 'aria-label': t('header.chat') } }}
        >
          {chat}
        </Drawer>
      ) : null}
      <CanvasDialogs saveAs={saveAs} saver={saver} commands={commands} />
      {isSharing && chatflowId !== undefined
        ? slots.shareDialog?.({
            chatflowId,
            onClose: () => setIsSharing(false),
            onChanged: (version) =>
              canvas.store.setState(({ chatflow }) =>
                // Further apart, somebody else saved in between: the next save must meet their version.
                chatflow?.version === version - 1 ? { chatflow: asVersion(chatflow, version) } : {},
              ),
          })
        : null}
      <Tour isChatOpen={isChatOpen} />
      <Announcer />
    </div>
  )
}

/** What is live stays so: a setting changes nothing of how the flow answers. */
function asVersion(chatflow: OpenChatflow, version: number): OpenChatflow {
  const isLive = chatflow.liveVersion === chatflow.version
  return { ...chatflow, version, ...(isLive && { liveVersion: version }) }
}
