import type { TemplateSummary } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { messageOf } from '../../../lib/api-error.ts'
import type { CanvasHandoff } from '../../../lib/canvas-handoff.ts'
import { notify } from '../../../state/notifications.ts'
import { readTemplate } from '../api/use-templates.ts'

/** Opens a flow template on a new canvas, which asks for the credentials it still needs. */
export function useUseTemplate(): (template: TemplateSummary) => Promise<void> {
  const { t } = useTranslation(['marketplace', 'common'])
  const navigate = useNavigate()
  const take = async (id: string): Promise<void> => {
    try {
      const template = await readTemplate(id)
      const handoff: CanvasHandoff = {
        flowData: template.flowData ?? '',
        name: template.templateName,
        missingCredentials: template.needs,
      }
      await navigate('/canvas', { state: handoff })
    } catch (error) {
      notify(t('failed', { reason: messageOf(error) }), {
        tone: 'error',
        action: { label: t('common:action.retry'), run: () => void take(id) },
      })
    }
  }
  return ({ id }) => take(id)
}
