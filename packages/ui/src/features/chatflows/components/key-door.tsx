import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { useCredentialKinds, useCredentials } from '../../../components/credential-dialog/credential-api.ts'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { SecretField } from '../../../components/secret-field.tsx'
import { color } from '../../../theme/tokens.ts'
import { keepKey } from '../api/keep-key.ts'
import { onlySecret, recogniseKey } from '../model/recognise-key.ts'

/** Takes a vendor's key by itself: whose it is shows in its shape. Templates that want one of its kind use it. */
export function KeyDoor() {
  const { t } = useTranslation('chatflows')
  const queryClient = useQueryClient()
  const [pasted, setPasted] = useState('')
  const [chosen, setChosen] = useState<string>()
  const { data: kinds = [] } = useCredentialKinds()
  const { data: stored = [] } = useCredentials()
  const keep = useMutation({
    mutationFn: keepKey,
    onSuccess: async (result) => {
      if ('refused' in result) return
      setPasted('')
      setChosen(undefined)
      await queryClient.invalidateQueries({ queryKey: ['credentials'] })
    },
  })
  const { key, kinds: likely } = recogniseKey(pasted)
  const possible = kinds.filter((kind) => onlySecret(kind) && (likely.length === 0 || likely.includes(kind.name)))
  const certain = likely.length === 1 ? likely[0] : undefined
  const name = chosen ?? certain ?? likely[0]
  const kind = possible.find((each) => each.name === name)
  const save = ({ isTestSkipped }: { isTestSkipped: boolean }) => {
    if (kind && key !== '') keep.mutate({ kind, key, isTestSkipped })
  }
  const change = (text: string) => {
    keep.reset()
    setChosen(undefined)
    setPasted(text)
  }
  return (
    <Card
      component="form"
      aria-label={t('welcome.key.title')}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault()
        save({ isTestSkipped: false })
      }}
      sx={{ marginTop: 2, padding: 3, display: 'grid', gap: 2 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <div>
          <Typography variant="h2">{t('welcome.key.title')}</Typography>
          <Typography sx={{ color: color.text2, marginTop: 1 }}>{t('welcome.key.text')}</Typography>
          {stored.length > 0 ? (
            <Typography variant="caption" component="p" sx={{ color: color.text3, marginTop: 1 }}>
              {t('welcome.key.stored', { names: [...new Set(stored.map((each) => each.name))].join(', ') })}
            </Typography>
          ) : null}
        </div>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <SecretField label={t('welcome.key.label')} value={pasted} placeholder="sk-…" onChange={change} />
            </Box>
            <Button type="submit" variant="outlined" loading={keep.isPending} disabled={key === '' || !kind}>
              {kind?.canTest === false ? t('welcome.key.save') : t('welcome.key.action')}
            </Button>
          </Box>
          {key === '' ? null : certain && kind ? (
            <Typography variant="caption" role="status" sx={{ color: color.text2 }}>
              {t('welcome.key.recognised', { kind: kind.label })}
            </Typography>
          ) : (
            <ChoiceInput
              label={t('welcome.key.whose')}
              value={kind?.name ?? ''}
              choices={possible.map((each) => ({ value: each.name, label: each.label }))}
              onChange={setChosen}
            />
          )}
        </Box>
      </Box>
      {keep.error ? <ProblemNotice>{keep.error.message}</ProblemNotice> : null}
      {keep.data && 'refused' in keep.data ? (
        <ProblemNotice
          action={
            <Button size="small" color="inherit" onClick={() => save({ isTestSkipped: true })}>
              {t('welcome.key.anyway')}
            </Button>
          }
        >
          {keep.data.refused}
        </ProblemNotice>
      ) : null}
      {keep.data && 'kept' in keep.data ? (
        <ProblemNotice
          tone="success"
          action={
            <Button size="small" color="inherit" component={Link} to="/marketplaces">
              {t('welcome.template.action')}
            </Button>
          }
        >
          {[keep.data.message, t('welcome.key.kept', { name: keep.data.kept.name })].filter(Boolean).join(' ')}
        </ProblemNotice>
      ) : null}
    </Card>
  )
}
