import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { SearchField } from '../../../components/search-field.tsx'
import { visuallyHidden } from '../../../components/visually-hidden.ts'
import { closePalette, PALETTE_MARK, setPaletteWords, usePalette } from '../../../state/palette.ts'
import { color, type } from '../../../theme/tokens.ts'
import { CommandRow } from './command-row.tsx'
import type { Command } from './commands.ts'
import { useCommands } from './use-commands.ts'

/** Go to or do anything: screens, flows and actions by their first letters. */
export default function CommandPalette() {
  const { t } = useTranslation()
  const words = usePalette((state) => state.words)
  const isEntered = usePalette((state) => state.isEntered)
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const commands = useCommands(words)
  const current = Math.min(chosen, commands.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    closePalette()
    command.run()
  }
  useEffect(() => {
    if (isEntered) run(commands[0])
    // Once: Enter was pressed before there was anything to choose from.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isEntered])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closePalette()
    else if (event.key === 'Enter') run(commands[current])
    else if (event.key === 'ArrowDown') setChosen((current + 1) % Math.max(commands.length, 1))
    else if (event.key === 'ArrowUp') setChosen((current + commands.length - 1) % Math.max(commands.length, 1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Dialog
      open
      onClose={closePalette}
      maxWidth="md"
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start', paddingTop: { xs: 0, sm: 8 } } }}
    >
      <Box {...{ [PALETTE_MARK]: '' }} sx={{ padding: 2, display: 'grid', gap: 1 }} onKeyDownCapture={move}>
        <Box component="h2" id={`${id}-title`} sx={visuallyHidden}>
          {t('palette.title')}
        </Box>
        <SearchField
          value={words}
          label={t('palette.placeholder')}
          autoFocus
          fullWidth
          list={{ id: `${id}-list`, activeId: current < 0 ? undefined : `${id}-${current}` }}
          onChange={(value) => {
            setPaletteWords(value)
            setChosen(0)
          }}
        />
        <Box
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette.title')}
          sx={{ maxHeight: 400, overflowY: 'auto' }}
        >
          {commands.map((command, index) => (
            <CommandRow
              key={command.id}
              id={`${id}-${index}`}
              command={command}
              isFirstOfGroup={command.group !== commands[index - 1]?.group}
              isChosen={index === current}
              onChoose={() => run(command)}
              onHover={() => setChosen(index)}
            />
          ))}
          {commands.length === 0 ? (
            <Typography role="status" sx={{ padding: 2, color: color.text2 }}>
              {t('state.nothingFound', { words })}
            </Typography>
          ) : null}
        </Box>
        <Typography sx={{ ...type.caption, color: color.text3, display: { xs: 'none', sm: 'block' } }}>
          {t('palette.hint')}
        </Typography>
      </Box>
    </Dialog>
  )
}
