import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { useEffect, useId } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { SearchField } from '../../../components/search-field.tsx'
import { useCombobox } from '../../../components/use-combobox.ts'
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
  const commands = useCommands(words)
  const run = (command: Command | undefined) => {
    if (!command) return
    closePalette()
    command.run()
  }
  const { at, setActive, takeKey, activeId, listId } = useCombobox({
    id,
    count: commands.length,
    isRound: true,
    onTake: (index) => run(commands[index]),
  })
  useEffect(() => {
    if (isEntered) run(commands[0])
    // Once: Enter was pressed before there was anything to choose from.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isEntered])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      closePalette()
      event.preventDefault()
    } else if (!takeKey(event)) return
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
          list={{ id: listId, activeId }}
          onChange={(value) => {
            setPaletteWords(value)
            setActive(0)
          }}
        />
        <Box id={listId} role="listbox" aria-label={t('palette.title')} sx={{ maxHeight: 400, overflowY: 'auto' }}>
          {commands.map((command, index) => (
            <CommandRow
              key={command.id}
              id={`${id}-${index}`}
              command={command}
              isFirstOfGroup={command.group !== commands[index - 1]?.group}
              isChosen={index === at}
              onChoose={() => run(command)}
              onHover={() => setActive(index)}
            />
          ))}
          {commands.length === 0 ? (
            <Typography role="status" sx={{ padding: 2, color: color.text2 }}>
              {t('state.nothingFound', { words })}
            </Typography>
          ) : null}
        </Box>
        <Typography
          sx={{ ...type.caption, color: color.text3, display: { xs: 'none', sm: 'block' }, padding: '4px 12px 0' }}
        >
          {t('palette.hint')}
        </Typography>
      </Box>
    </Dialog>
  )
}
