import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconCpu } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useLocalModels } from '../../../lib/use-local-models.ts'
import { color } from '../../../theme/tokens.ts'
import { chatWithLocalModel } from '../api/chat-with-local-model.ts'
import type { LocalModel } from '../model/local-model-flow.ts'
import { useOpenWithChat } from './use-open-with-chat.ts'

/** Enough to choose from; a node lists all of them. */
const MOST_SHOWN = 6

/** Models that run on this machine, one click away from a chat. Nothing shows while there are none. */
export function LocalModels() {
  const { t } = useTranslation('chatflows')
  const { data: servers = [] } = useLocalModels()
  const choices = servers.flatMap((server) => server.models.slice(0, MOST_SHOWN).map((model) => ({ server, model })))
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ server, model }: LocalModel) =>
      chatWithLocalModel({ server, model, name: t('welcome.document.flowName', { name: model }) }),
    onSuccess: useOpenWithChat(),
  })
  if (choices.length === 0) return null
  return (
    <Box component="section" sx={{ marginTop: 4, textAlign: 'center' }}>
      <Typography variant="h2">{t('welcome.local.title')}</Typography>
      <Typography sx={{ color: color.text2, marginTop: 0.5, marginBottom: 2 }}>{t('welcome.local.text')}</Typography>
      {error ? (
        <Box sx={{ marginBottom: 2, textAlign: 'left' }}>
          <ProblemNotice>{error.message}</ProblemNotice>
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        {choices.map(({ server, model }) => (
          <Button
            key={`${server.address} ${model}`}
            variant="outlined"
            startIcon={<IconCpu size={20} aria-hidden />}
            loading={isPending && variables.model === model && variables.server.address === server.address}
            disabled={isPending}
            onClick={() => mutate({ server, model })}
          >
            {t('welcome.local.choice', { model, server: server.label })}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
