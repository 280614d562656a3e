import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { shortcutText } from '../../../lib/shortcut-text.ts'

import { color, type } from '../../../theme/tokens.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { focusPane } from './focus-pane.ts'

const KEY = 'canvas.tour'

/** In the order a flow is made. */
const STEPS = ['add', 'connect', 'save', 'chat'] as const

/** Where a step stands: at what it is about, and never over the words and ways to begin in the middle of the canvas. */
const PLACES = {
  palette: { target: '.cw-palette', placement: 'right-end', offset: [-72, 0] },
  toolbar: { target: '.cw-toolbar', placement: 'top', offset: [0, 0] },
  save: { target: '[data-tour="save"]', placement: 'bottom-start', offset: [0, 4] },
  chat: { target: '[data-tour="chat"]', placement: 'bottom-start', offset: [0, 4] },
} as const

/** Less than this is full with what people came for. */
const ROOMY = '(min-width: 1000px) and (min-height: 640px)'

/** Four steps through the canvas on a first visit to an empty one. It stands in nobody's way, and goes for good when it is skipped. */
export function Tour({ isChatOpen }: { isChatOpen: boolean }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const titleId = useId()
  const isEmpty = useCanvasState((state) => state.history.present.nodes.length === 0)
  // Whoever comes to a finished flow wants to use it, not to learn drawing.
  const [isOver, setIsOver] = useState(() => !isEmpty || localStorage.getItem(KEY) === 'done')
  const [index, setIndex] = useState(0)
  const [wasShown, setWasShown] = useState(false)
  const step = STEPS[index] ?? STEPS[0]
  const hasPalette = useCanvasState((state) => state.isPaletteKept || state.palette !== undefined)
  // A dialog asks for something now, and an open chat is in use; the tour goes on after it.
  const isDialogOpen = useCanvasState((state) => state.canvasDialogShow)
  const hasRoom = useMediaQuery(ROOMY, { noSsr: true })
  // Whoever has drawn without it, in a small window, needs no first step any more.
  const isShown = !isOver && !isDialogOpen && !isChatOpen && hasRoom && (isEmpty || wasShown)
  if (isShown && !wasShown) setWasShown(true)
  if (!isShown) return null
  const finish = () => {
    localStorage.setItem(KEY, 'done')
    setIsOver(true)
    if (isEmpty) searchField()?.focus()
    else focusPane()
  }
  const goToSearch = () => {
    const search = searchField()
    if (search) search.focus()
    // Not drawn yet, or closed: opened for somebody, it takes the focus before the letter is written.
    else canvas.openPalette({ kind: 'add' })
  }
  const isLast = index === STEPS.length - 1
  const { target, placement, offset } = PLACES[step === 'add' ? (hasPalette ? 'palette' : 'toolbar') : placeOf(step)]
  return (
    <Popper
      key={target}
      open
      // Looked up each time: panels are drawn after it, and replaced once they are filled.
      anchorEl={{
        getBoundingClientRect: () => (document.querySelector(target) ?? document.body).getBoundingClientRect(),
      }}
      placement={placement}
      modifiers={[
        { name: 'offset', options: { offset } },
        // On the other side it would cover the middle; at the window's edge it moves aside instead.
        { name: 'flip', enabled: false },
      ]}
      // Above drawers, which it speaks of, and below dialogs, which it would cover.
      sx={{ zIndex: (theme) => theme.zIndex.modal - 1 }}
    >
      <Paper
        role="dialog"
        aria-labelledby={titleId}
        elevation={0}
        onKeyDown={(event) => {
          if (event.key === 'Escape') finish()
          // Letters are meant for the search, and not for the keys of the canvas.
          else if (isLetter(event)) {
            event.stopPropagation()
            goToSearch()
          }
        }}
        sx={{ width: 320, margin: 1.5, padding: 2, backgroundColor: color.raised, boxShadow: color.shadowMenu }}
      >
        <Typography sx={{ ...type.caption, color: color.text3 }}>
          {t('tour.place', { number: index + 1, count: STEPS.length })}
        </Typography>
        <Typography id={titleId} variant="h3" sx={{ marginTop: 0.5 }}>
          {t(`tour.${step}.title`)}
        </Typography>
        <Typography sx={{ color: color.text2, marginTop: 0.5 }}>
          {t(`tour.${step}.text`, { save: shortcutText('mod+s') })}
        </Typography>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', marginTop: 2 }}>
          {isLast ? <span /> : <Button onClick={finish}>{t('tour.skip')}</Button>}
          <Button
            ref={takeFocus}
            variant="outlined"
            onClick={() => {
              if (isLast) finish()
              else setIndex(index + 1)
            }}
          >
            {isLast ? t('tour.done') : t('tour.next')}
          </Button>
        </Box>
      </Paper>
    </Popper>
  )
}

function placeOf(step: 'connect' | 'save' | 'chat'): keyof typeof PLACES {
  return step === 'connect' ? 'toolbar' : step
}

/** Whoever has begun to work goes on working. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (button && isIdle()) button.focus({ preventScroll: true })
}

function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('.cw-palette input')
}

/** Nothing has the focus but what has it from the start. */
function isIdle(): boolean {
  const { activeElement } = document
  const search = searchField()
  return activeElement === document.body || (activeElement === search && search?.value === '')
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
