import type { Price, PriceList } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { NothingFound } from '../../../components/nothing-found.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { shownRate } from '../model/rates.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { matchesWords } from '../../../lib/matches-words.ts'
import { notify } from '../../../state/notifications.ts'
import { useDeletePrice } from '../api/use-spend.ts'

const PriceDialog = lazyDialog(() => import('./price-dialog.tsx'))

const AT_FIRST = 10

/** What models cost, dated; every price can be set anew. */
export function PriceTable({
  prices,
  unknown,
  units,
}: {
  prices: readonly Price[]
  unknown: readonly string[]
  units: PriceList['units']
}) {
  const { t } = useTranslation('spend')
  const remove = useDeletePrice()
  const [search, setSearch] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const [editing, setEditing] = useState<string>()
  const found = prices.filter(({ model }) => matchesWords(model, search))
  const shown = isWhole || search !== '' ? found : found.slice(0, AT_FIRST)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SearchField value={search} label={t('price.search')} onChange={setSearch} />
        <Button onClick={() => setEditing(unknown[0] ?? '')}>{t('price.set')}</Button>
      </Box>
      {found.length === 0 && search !== '' ? (
        <NothingFound words={search} onClear={() => setSearch('')} />
      ) : (
        <TableCard
          label={t('price.title')}
          columns={[
            { id: 'model', label: t('price.model') },
            // On a phone, names of models need the room.
            { id: 'input', label: t('price.input'), width: 'min(144px, 24vw)' },
            { id: 'output', label: t('price.output'), width: 144, from: 'sm' },
            { id: 'since', label: t('price.since'), width: 120, from: 'md' },
            { id: 'actions', label: t('price.actions'), width: 'min(112px, 26vw)', isHidden: true },
          ]}
        >
          {shown.map(({ model, since, input, output, isOwn }) => (
            <TableRow key={`${model} ${since} ${isOwn}`}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                {model}
                {units[model] === undefined ? <RowNote>{t('price.out', { price: output })}</RowNote> : null}
              </TableCell>
              {units[model] === undefined ? (
                <>
                  <TableCell>{`$${input}`}</TableCell>
                  <TableCell sx={shownFrom('sm')}>{`$${output}`}</TableCell>
                </>
              ) : (
                <>
                  <TableCell>
                    {t(units[model] === 'seconds' ? 'price.aMinute' : 'price.aMillion', {
                      price: shownRate(input, units[model]),
                    })}
                  </TableCell>
                  <TableCell sx={shownFrom('sm')} />
                </>
              )}
              <TableCell sx={shownFrom('md')}>{since}</TableCell>
              <TableCell>
                <LabelledIconButton size="small" label={t('price.change', { model })} onClick={() => setEditing(model)}>
                  <IconPencil size={16} aria-hidden />
                </LabelledIconButton>
                {isOwn ? (
                  <LabelledIconButton
                    size="small"
                    label={t('price.forget', { model })}
                    onClick={() =>
                      remove.mutate(
                        { model, since },
                        { onError: (error) => notify(messageOf(error), { tone: 'error' }) },
                      )
                    }
                  >
                    <IconTrash size={16} aria-hidden />
                  </LabelledIconButton>
                ) : null}
              </TableCell>
            </TableRow>
          ))}
        </TableCard>
      )}
      {shown.length < found.length ? (
        <div>
          <Button onClick={() => setIsWhole(true)}>{t('price.all', { count: found.length })}</Button>
        </div>
      ) : null}
      {editing === undefined ? null : (
        <PriceDialog model={editing} units={units} onClose={() => setEditing(undefined)} />
      )}
    </>
  )
}
