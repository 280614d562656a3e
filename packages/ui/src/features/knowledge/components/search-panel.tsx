import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { color, type } from '../../../theme/tokens.ts'
import { useSearchKnowledge } from '../api/use-knowledge.ts'
import { readFilter } from '../model/read-filter.ts'
import { PassageText } from './passage-text.tsx'

/** A question, and what is found for it: exactly what a flow would find. */
export function SearchPanel({ storeId }: { storeId: string }) {
  const { t } = useTranslation('knowledge')
  const [query, setQuery] = useState('')
  const [topK, setTopK] = useState('4')
  const [threshold, setThreshold] = useState('')
  const [filter, setFilter] = useState('')
  const search = useSearchKnowledge(storeId)
  const read = readFilter(filter)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (query.trim() === '' || read.isWrong) return
    search.mutate({ query, inputs: { topK, threshold, ...(read.filter && { metadataFilter: read.filter }) } })
  }
  return (
    <Stack spacing={2}>
      <Stack component="form" spacing={2} onSubmit={submit}>
        <TextInput label={t('bench.question')} help={t('bench.help')} value={query} onChange={setQuery} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 2fr' } }}>
          <TextInput label={t('bench.topK')} value={topK} onChange={setTopK} inputProps={{ inputMode: 'numeric' }} />
          <TextInput
            label={t('bench.threshold')}
            value={threshold}
            onChange={setThreshold}
            inputProps={{ inputMode: 'decimal' }}
            isOptional
          />
          <TextInput
            label={t('bench.filter')}
            value={filter}
            onChange={setFilter}
            placeholder='{"source": "handbook.pdf"}'
            error={read.isWrong ? t('notAnObject') : undefined}
            isOptional
          />
        </Box>
        <div>
          <Button type="submit" variant="contained" loading={search.isPending}>
            {t('bench.search')}
          </Button>
        </div>
      </Stack>
      {search.error ? <ProblemNotice>{messageOf(search.error)}</ProblemNotice> : null}
      {search.data ? (
        <Stack spacing={1} role="region" aria-label={t('bench.found')}>
          <Typography role="status" sx={{ ...type.small, color: color.text2 }}>
            {t('bench.result', { count: search.data.docs.length, ms: search.data.timeTaken })}
          </Typography>
          {search.data.docs.map(({ id, pageContent, metadata, document, score }, index) => (
            <PassageText
              key={id}
              text={pageContent}
              facts={metadata}
              head={
                <>
                  {t('bench.rank', { rank: index + 1 })} · {document}
                  {score === undefined ? '' : ` · ${t('bench.score', { score: score.toFixed(3) })}`}
                </>
              }
            />
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}
