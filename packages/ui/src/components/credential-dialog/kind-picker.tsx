import type { CredentialDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { matchesWords } from '../../lib/matches-words.ts'
import { color, size } from '../../theme/tokens.ts'
import { NothingFound } from '../nothing-found.tsx'
import { SearchField } from '../search-field.tsx'
import { KindIcon } from './kind-icon.tsx'

interface KindPickerProps {
  kinds: readonly CredentialDescription[]
  onChoose: (kind: CredentialDescription) => void
}

export function KindPicker({ kinds, onChoose }: KindPickerProps) {
  const { t } = useTranslation('credentials')
  const [words, setWords] = useState('')
  const found = findKinds(kinds, words)
  return (
    <Box
      sx={{ display: 'grid', gap: 1, gridTemplateRows: 'auto 1fr', height: 336 }}
      onKeyDown={(event) => {
        const [first] = found
        if (event.key !== 'Enter' || !first || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        onChoose(first)
      }}
    >
      <SearchField value={words} label={t('kind.search')} onChange={setWords} autoFocus fullWidth />
      {found.length === 0 ? (
        <NothingFound words={words} onClear={() => setWords('')} />
      ) : (
        <List disablePadding sx={{ overflowY: 'auto' }} aria-label={t('kind.title')}>
          {found.map((kind) => (
            <li key={kind.name}>
              <ListItemButton onClick={() => onChoose(kind)} sx={{ gap: 1, minHeight: size.touch, padding: '4px 8px' }}>
                <KindIcon name={kind.name} />
                <span>
                  {kind.label}
                  {kind.description === undefined ? null : (
                    <Typography variant="caption" component="span" sx={{ display: 'block', color: color.text3 }}>
                      {plain(kind.description)}
                    </Typography>
                  )}
                </span>
              </ListItemButton>
            </li>
          ))}
        </List>
      )}
    </Box>
  )
}

/** Kinds whose label or name holds every word; labels that start with them first. */
export function findKinds(kinds: readonly CredentialDescription[], words: string): CredentialDescription[] {
  const wanted = words.trim().toLowerCase()
  const score = ({ label, name }: CredentialDescription) => {
    if (label.toLowerCase().startsWith(wanted)) return 0
    if (matchesWords(label, wanted)) return 1
    return matchesWords(`${label} ${name}`, wanted) ? 2 : 3
  }
  return kinds
    .filter((kind) => score(kind) < 3)
    .toSorted((a, b) => score(a) - score(b) || a.label.localeCompare(b.label))
}

/** Descriptions of older catalogues carry markup; lists show their words. */
function plain(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, '')
}
