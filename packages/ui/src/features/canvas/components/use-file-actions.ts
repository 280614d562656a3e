import { FlowFormatError, readFlow, restoreBetween, stripForExport } from '@chatwright/core'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { messageOf } from '../../../lib/api-error.ts'
import { downloadText, pickTextFile, safeFileName } from '../../../lib/files.ts'
import { DEFAULT_PATH } from '../../../lib/product.ts'
import { confirm } from '../../../state/confirm.ts'
import { doOrOffer } from '../../../state/failed-load.ts'
import { notify } from '../../../state/notifications.ts'
import { chatflowGateway, removeChatflow } from '../api/chatflow.ts'
import { useCanvas } from '../canvas-context.tsx'
import { canvasKind } from '../model/canvas-state.ts'
import { cameraMove, fitViewport } from '../model/fit-viewport.ts'
import { serializeFlow, storedType } from '../model/saver.ts'
import { loadConverter } from './load-converter.ts'

/** What one does with a flow as a whole, beside saving it. */
export function useFileActions() {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const canvas = useCanvas()
  const navigate = useNavigate()
  const { setViewport } = useReactFlow()
  const flowStore = useStoreApi()
  return useMemo(() => {
    const state = () => canvas.store.getState()
    const mayReplace = (file: string) =>
      state().history.present.nodes.length === 0 ||
      confirm({
        title: t('file.replaceTitle'),
        description: t('file.replaceText', { file, name: state().name || t('header.untitled') }),
        confirmButtonName: t('file.replace'),
        cancelButtonName: common('action.cancel'),
      })
    return {
      rename: () => canvas.openDialog({ kind: 'name', purpose: 'rename' }),

      export() {
        const { history, name, catalogue } = state()
        const { nodes, edges } = stripForExport(history.present, catalogue.describe)
        downloadText({
          name: `${safeFileName(name || t('header.untitled'))} ${canvasKind(state()) === 'agents' ? 'Agents' : 'Chatflow'}.json`,
          text: JSON.stringify({ nodes, edges }, undefined, 2),
        })
      },

      async load() {
        const file = await pickTextFile('.json')
        if (!file) return
        try {
          const { flow, changes, name } = readFlow(file.text, state().catalogue.describe)
          if (!(await mayReplace(file.name))) return
          // One step that can be undone: loading a file never costs what was on the canvas.
          canvas.run([restoreBetween(state().history.present, flow)])
          canvas.rename(name ?? file.name.replace(/( Chatflow| Agents)?\.json$/i, ''))
          const fitted = fitViewport(flow, flowStore.getState())
          if (fitted) void setViewport(fitted, cameraMove())
          canvas.announce(t('said.loaded', { count: flow.nodes.length }))
          if (changes.length > 0)
            canvas.openDialog({ kind: 'import-report', messages: changes.map((change) => change.message) })
        } catch (error) {
          if (!(error instanceof FlowFormatError)) throw error
          notify(t('file.refused', { file: file.name, reason: error.message }), { tone: 'error' })
        }
      },

      async duplicate() {
        const { history, viewport, name, catalogue } = state()
        try {
          const copy = await chatflowGateway.create({
            name: t('file.copyOf', { name: name || t('header.untitled') }),
            flowData: serializeFlow(history.present, { viewport, describe: catalogue.describe }),
            ...storedType(state()),
          })
          notify(t('file.duplicated', { name: copy.name }), {
            tone: 'success',
            action: { label: t('file.open'), run: () => void navigate(`/canvas/${copy.id}`) },
          })
        } catch (error) {
          notify(t('save.failedBecause', { reason: messageOf(error) }), { tone: 'error' })
        }
      },

      /** As a flow of its own: the one on the canvas stays what it is. */
      convert: () =>
        doOrOffer(async () => {
          const { convertToAgentFlow } = await loadConverter()
          const { history, viewport, name, catalogue } = state()
          const converted = convertToAgentFlow(history.present, catalogue.describe)
          if (!converted) return
          if (converted.refusal) {
            const { message, hint } = converted.refusal
            notify(t('file.notConverted', { reason: `${message} ${hint}` }), { tone: 'error' })
            return
          }
          try {
            const made = await chatflowGateway.create({
              name: t('file.agentFlowOf', { name: name || t('header.untitled') }),
              flowData: serializeFlow(converted.flow, { viewport, describe: catalogue.describe }),
              type: 'AGENTFLOW',
            })
            notify(t('file.converted', { name: made.name }), {
              tone: 'success',
              action: { label: t('file.open'), run: () => void navigate(`/canvas/${made.id}`) },
            })
          } catch (error) {
            notify(t('save.failedBecause', { reason: messageOf(error) }), { tone: 'error' })
          }
        }),

      async remove() {
        const { chatflow, name } = state()
        if (!chatflow) return
        const isSure = await confirm({
          title: t('file.deleteTitle', { name }),
          description: t('file.deleteText'),
          confirmButtonName: common('action.delete'),
          cancelButtonName: common('action.cancel'),
          isDestructive: true,
        })
        if (!isSure) return
        try {
          await removeChatflow(chatflow.id)
          canvas.clearDirty()
          void navigate(DEFAULT_PATH)
        } catch (error) {
          notify(t('file.deleteFailed', { reason: messageOf(error) }), { tone: 'error' })
        }
      },
    }
  }, [canvas, navigate, setViewport, flowStore, t, common])
}
