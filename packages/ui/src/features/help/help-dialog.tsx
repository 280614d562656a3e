import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { IconChevronLeft } from '@tabler/icons-react'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../components/dialog-head.tsx'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { color } from '../../theme/tokens.ts'
import { GuideList } from './components/guide-list.tsx'
import { GuidePage } from './components/guide-page.tsx'
import { anchorOf } from './model/guide.ts'
import { guides } from './model/guides.ts'

const hasGuide = (id: string) => guides.some((guide) => guide.id === id)

/** The guides, beside each other and searched; on a phone the list and the page take turns. */
export default function HelpDialog({ firstGuide, onClose }: { firstGuide: string; onClose: () => void }) {
  const { t } = useTranslation('help')
  const titleId = useId()
  const isPhone = useIsPhone()
  const [place, setPlace] = useState<{ guide: string; anchor: string | undefined }>({
    guide: firstGuide,
    anchor: undefined,
  })
  const [isListShown, setIsListShown] = useState(false)
  const open = useCallback((guide: string, anchor: string | undefined) => {
    setPlace({ guide, anchor })
    setIsListShown(false)
  }, [])
  const current = guides.find(({ id }) => id === place.guide) ?? guides[0]
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      fullScreen={isPhone}
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { height: isPhone ? '100%' : 'min(800px, 85dvh)' } } }}
    >
      <DialogHead id={titleId} title={t('title')} onClose={onClose}>
        {isPhone && !isListShown ? (
          <Button startIcon={<IconChevronLeft size={20} aria-hidden />} onClick={() => setIsListShown(true)}>
            {t('list')}
          </Button>
        ) : null}
      </DialogHead>
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0, borderTop: `1px solid ${color.line}` }}>
        {!isPhone || isListShown ? (
          <Box
            sx={{
              width: isPhone ? '100%' : 280,
              flexShrink: 0,
              overflowY: 'auto',
              padding: 2,
              borderRight: isPhone ? 0 : `1px solid ${color.line}`,
            }}
          >
            <GuideList
              guides={guides}
              current={current?.id ?? ''}
              onChoose={(guide, heading) => open(guide, heading === undefined ? undefined : anchorOf(heading))}
            />
          </Box>
        ) : null}
        {current && !(isPhone && isListShown) ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached with the keyboard too
          <Box
            role="region"
            tabIndex={0}
            aria-label={current.title}
            // The frame of the focus would be cut off at the edges of the dialog.
            sx={{ flex: 1, overflowY: 'auto', padding: 3, '&:focus-visible': { outlineOffset: '-2px' } }}
          >
            <GuidePage guide={current} anchor={place.anchor} has={hasGuide} onOpen={open} />
          </Box>
        ) : null}
      </Box>
    </Dialog>
  )
}
