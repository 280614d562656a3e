import type { KnowledgeStore } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useNodeCatalogue } from '../../../lib/catalogue.ts'
import { isLoading, useSearchKnowledge } from '../api/use-knowledge.ts'
import { indexOf, ownSettings, searchInputs, type BenchSettings } from '../model/bench-settings.ts'
import { BenchForm } from './bench-form.tsx'
import { KeepTestButton } from './keep-test-button.tsx'
import { FoundPassages } from './found-passages.tsx'

/** A question, and what is found for it: exactly what a flow would find. Two settings can be held against each other. */
export function SearchPanel({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation('knowledge')
  const { data: nodes } = useNodeCatalogue()
  const [params] = useSearchParams()
  const [query, setQuery] = useState(params.get('question') ?? '')
  const index = indexOf(store, nodes)
  const own = ownSettings(store, index)
  const [first, setFirst] = useState<BenchSettings>()
  const [second, setSecond] = useState<BenchSettings>()
  const one = useSearchKnowledge(store.id)
  const two = useSearchKnowledge(store.id)
  const sides = [
    { name: 'A', settings: first ?? own, onChange: setFirst, search: one },
    ...(second ? [{ name: 'B', settings: second, onChange: setSecond, search: two }] : []),
  ]
  const isCompared = sides.length > 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = sides.map(({ settings, search }) => ({ search, inputs: searchInputs(settings) }))
    if (query.trim() === '' || asked.some(({ inputs }) => !inputs)) return
    for (const { search, inputs = {} } of asked) search.mutate({ query, inputs })
  }
  const toggle = () => {
    setSecond(second ? undefined : (first ?? own))
    two.reset()
  }
  const columns = { display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: isCompared ? '1fr 1fr' : '1fr' } }
  return (
    <Stack spacing={2}>
      <Stack component="form" spacing={2} onSubmit={submit}>
        <TextInput label={t('bench.question')} help={t('bench.help')} value={query} onChange={setQuery} />
        <Box sx={columns}>
          {sides.map(({ name, settings, onChange }) => (
            <BenchForm
              key={name}
              title={isCompared ? t('bench.settings', { name }) : undefined}
              index={index}
              settings={settings}
              onChange={onChange}
            />
          ))}
        </Box>
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained" loading={one.isPending || two.isPending}>
            {t('bench.search')}
          </Button>
          <Button onClick={toggle}>{isCompared ? t('bench.single') : t('bench.compare')}</Button>
        </Stack>
      </Stack>
      <Box sx={columns}>
        {sides.map(({ name, search }) => (
          <Stack key={name} spacing={1} sx={{ minWidth: 0 }}>
            {search.error && isLoading(store) ? (
              <ProblemNotice tone="info">{t('bench.loading')}</ProblemNotice>
            ) : search.error ? (
              <ProblemNotice>{messageOf(search.error)}</ProblemNotice>
            ) : null}
            {search.data ? (
              <FoundPassages
                label={isCompared ? t('bench.foundWith', { name }) : t('bench.found')}
                answer={search.data}
                actionOf={({ id }) => (
                  <KeepTestButton storeId={store.id} question={search.variables?.query ?? ''} passageId={id} />
                )}
                other={isCompared ? (name === 'A' ? two : one).data : undefined}
              />
            ) : null}
          </Stack>
        ))}
      </Box>
    </Stack>
  )
}
