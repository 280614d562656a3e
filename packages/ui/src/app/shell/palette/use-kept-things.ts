import { listTemplates, listTools, listVariables } from '@chatwright/contract'
import { IconBook2, IconBraces, IconLock, IconTemplate, IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { useCredentials } from '../../../components/credential-dialog/credential-api.ts'
import { call } from '../../../lib/api.ts'
import { openHelp } from '../../../state/help.ts'
import type { Command } from './commands.ts'

/** Templates, tools, credentials, variables and guides, by their names. */
export function useKeptThings(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: () => call(listTemplates),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const tools = useQuery({ queryKey: ['tools', 'list'], queryFn: () => call(listTools) })
  const variables = useQuery({ queryKey: ['variables'], queryFn: () => call(listVariables) })
  const credentials = useCredentials()
  const guides = useQuery({ queryKey: ['guides'], queryFn: readGuides, staleTime: Number.POSITIVE_INFINITY })
  const go = (path: string) => () => void navigate(path)
  return [
    ...(templates.data ?? []).map((template) => ({
      id: `template-${template.id}`,
      group: t('palette.templates'),
      label: template.templateName,
      icon: IconTemplate,
      words: template.description,
      run: go(
        template.type === 'Tool'
          ? `/marketplaces?type=Tool&search=${encodeURIComponent(template.templateName)}`
          : `/marketplace/${template.id}`,
      ),
    })),
    ...(tools.data ?? []).map(({ id, name, description }) => ({
      id: `tool-${id}`,
      group: t('menu.tools'),
      label: name,
      words: description,
      icon: IconTool,
      run: go(`/tools?open=${id}`),
    })),
    ...(credentials.data ?? []).map(({ id, name, credentialName }) => ({
      id: `credential-${id}`,
      group: t('menu.credentials'),
      label: name,
      words: credentialName,
      icon: IconLock,
      run: go(`/credentials?open=${id}`),
    })),
    ...(variables.data ?? []).map(({ id, name }) => ({
      id: `variable-${id}`,
      group: t('palette.variables'),
      label: name,
      icon: IconBraces,
      run: go(`/credentials?tab=variables&open=${id}`),
    })),
    ...(guides.data ?? []).map(({ id, title }) => ({
      id: `guide-${id}`,
      group: t('palette.guides'),
      label: title,
      icon: IconBook2,
      run: () => openHelp(id),
    })),
  ]
}

/** Their texts are long, and arrive on their own. */
async function readGuides() {
  const { guides } = await import('../../../features/help/model/guides.ts')
  return guides.filter(({ id }) => !id.startsWith('nodes/')).map(({ id, title }) => ({ id, title }))
}
