import type { McpServer } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { TextInput } from '../../../../components/text-input.tsx'
import { messageOf } from '../../../../lib/api-error.ts'
import { notify } from '../../../../state/notifications.ts'
import { useChangeMcpServer } from '../../api/use-mcp-server.ts'
import { useShare } from '../share-context.ts'

/** What models read of the tool. */
export function ToolForm({ server }: { server: McpServer }) {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const change = useChangeMcpServer(chatflow.id)
  const [toolName, setToolName] = useState(server.toolName)
  const [description, setDescription] = useState(server.description)
  const nameFault = /^[\w-]{1,64}$/.test(toolName) ? undefined : t('mcp.nameWrong')
  const descriptionFault = description.trim() === '' ? t('mcp.descriptionMissing') : undefined
  const isChanged = toolName !== server.toolName || description !== server.description
  const save = (): void => {
    if (nameFault !== undefined || descriptionFault !== undefined) return
    change.mutate(
      { toolName, description },
      {
        onSuccess: () => notify(t('saved')),
        onError: (error) => notify(t('saveFailed', { message: messageOf(error) }), { tone: 'error' }),
      },
    )
  }
  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextInput
        label={t('mcp.name')}
        help={t('mcp.nameHelp')}
        error={nameFault}
        value={toolName}
        onChange={setToolName}
        inputProps={{ maxLength: 64, spellCheck: false }}
      />
      <TextInput
        label={t('mcp.description')}
        help={t('mcp.descriptionHelp')}
        error={descriptionFault}
        value={description}
        onChange={setDescription}
        multiline
        minRows={2}
        maxRows={6}
        inputProps={{ maxLength: 2000 }}
      />
      {isChanged ? (
        <div>
          <Button type="submit" variant="outlined" loading={change.isPending}>
            {t('action.save', { ns: 'common' })}
          </Button>
        </div>
      ) : null}
    </Box>
  )
}
