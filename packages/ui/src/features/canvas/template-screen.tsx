import type { Template } from '@chatwright/contract'
import { readFlow } from '@chatwright/core'
import Button from '@mui/material/Button'
import { IconArrowLeft } from '@tabler/icons-react'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useStore } from 'zustand'

import { ErrorState } from '../../components/error-state.tsx'
import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { NeedsSign } from '../../components/needs-sign.tsx'
import { NotFound } from '../../components/not-found.tsx'
import { ApiError } from '../../lib/api-error.ts'
import type { CanvasHandoff } from '../../lib/canvas-handoff.ts'
import { useCredentialKinds, useNodeCatalogue } from '../../lib/catalogue.ts'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { useTemplate } from './api/chatflow.ts'
import { CanvasProvider } from './canvas-context.tsx'
import { CanvasSkeleton } from './components/canvas-skeleton.tsx'
import { CanvasDialogs } from './components/canvas-dialogs.tsx'
import { CanvasToolbar } from './components/canvas-toolbar.tsx'
import { FlowViews } from './components/flow-views.tsx'
import { useCanvasCommands } from './components/use-canvas-commands.ts'
import { useClipboard } from './components/use-clipboard.ts'
import { useShortcuts } from './components/use-shortcuts.ts'
import { createCanvas } from './model/canvas-store.ts'

/** `/marketplace/:id`: a template, to look at and to use. */
export default function TemplateScreen() {
  const { id = '' } = useParams()
  return <TemplateOf key={id} id={id} />
}

function TemplateOf({ id }: { id: string }) {
  const { t } = useTranslation('canvas')
  const template = useTemplate(id)
  const nodes = useNodeCatalogue()
  const kinds = useCredentialKinds()
  const canvas = useMemo(() => createCanvas({ isReadOnly: true }), [])
  const [nothingYet] = useState(() => canvas.store.getState().history.present)
  const isOpen = useStore(canvas.store, ({ history }) => history.present !== nothingYet)
  useEffect(() => {
    if (!template.data || !nodes.data) return
    canvas.setCatalogue(nodes.data, kinds.data ?? [])
    const { describe } = canvas.store.getState().catalogue
    const { flow } = readFlow(template.data.flowData ?? '{"nodes":[],"edges":[]}', describe)
    canvas.open({ flow, name: template.data.templateName })
  }, [canvas, template.data, nodes.data, kinds.data])

  const error = template.error ?? nodes.error
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound address={id} title={t('template.notFound')} text={t('template.notFoundText')} />
  }
  if (error) {
    const retry = () => {
      void template.refetch()
      void nodes.refetch()
    }
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!isOpen || !template.data) return <CanvasSkeleton />
  const handoff: CanvasHandoff = {
    flowData: template.data.flowData ?? '{"nodes":[],"edges":[]}',
    name: template.data.templateName,
    missingCredentials: template.data.needs,
  }
  return (
    <CanvasProvider canvas={canvas}>
      <ReactFlowProvider>
        <TemplateView template={template.data} handoff={handoff} />
      </ReactFlowProvider>
    </CanvasProvider>
  )
}

const nothing = () => undefined
const NO_FILE = { save: nothing, export: nothing, load: nothing, rename: nothing }
const LOOKING = new Set([
  'find',
  'fit',
  'zoomToSelection',
  'zoomIn',
  'zoomOut',
  'zoomReset',
  'minimap',
  'selectAll',
  'copy',
  'shortcuts',
])
const NO_SAVER = { save: () => Promise.resolve(false), retryNow: nothing, stop: nothing }

function TemplateView({ template, handoff }: { template: Template; handoff: CanvasHandoff }) {
  const { t } = useTranslation('canvas')
  const navigate = useNavigate()
  const all = useCanvasCommands(NO_FILE)
  const commands = useMemo(() => all.filter((command) => LOOKING.has(command.id)), [all])
  useShortcuts(commands)
  useClipboard()
  const isPhone = useIsPhone()
  return (
    <div className="cw-workbench">
      <header className="cw-header">
        <LabelledIconButton label={t('template.back')} onClick={() => void navigate('/marketplaces')}>
          <IconArrowLeft size={20} aria-hidden />
        </LabelledIconButton>
        <div className="cw-header-title">
          <h1 className="cw-flow-name is-plain">{template.templateName}</h1>
          <span className="cw-save-word">{t('template.readOnly')}</span>
        </div>
        <Button variant="contained" onClick={() => void navigate('/canvas', { state: handoff })}>
          {t('template.use')}
        </Button>
      </header>
      <section className="cw-template-about" aria-label={t('template.about')}>
        <p>{template.description}</p>
        <NeedsSign needs={template.needs} />
      </section>
      <div className="cw-room">
        <main className="cw-stage">
          <FlowViews isPhone={isPhone} />
          <CanvasToolbar commands={commands} />
        </main>
      </div>
      <CanvasDialogs saveAs={() => Promise.resolve(false)} saver={NO_SAVER} commands={commands} />
    </div>
  )
}
