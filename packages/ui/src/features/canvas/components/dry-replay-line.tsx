import type { DryReplay } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { IconHelpCircle, IconReplace, IconTestPipe, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { messageOf } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { notify } from '../../../state/notifications.ts'
import { publishVersion } from '../api/chatflow.ts'
import { compareWith, useDryReplay } from '../api/dry-replay.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { OpenChatflow } from '../model/canvas-state.ts'
import { ToolButton } from './tool-button.tsx'

/** Asking more would cost more than most changes are worth. */
const MOST_COMPARED = 20

/** What the save did to answers that were recorded: a line below the head that opens the list. */
export function DryReplayLine() {
  const chatflow = useCanvasState((state) => state.chatflow)
  return chatflow ? <Line key={chatflow.version} chatflow={chatflow} /> : null
}

function Line({ chatflow }: { chatflow: OpenChatflow }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const navigate = useNavigate()
  const { data } = useDryReplay(chatflow.id, chatflow.version)
  const [isClosed, setIsClosed] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement>()
  const words = useWords(data)
  const isTold = data?.state === 'done' && data.version === chatflow.version
  const live = isTold ? data.liveVersion : undefined
  useEffect(() => {
    // The gate may have let it through by itself.
    if (live === undefined) return
    canvas.store.setState((state) => ({ chatflow: state.chatflow && { ...state.chatflow, liveVersion: live } }))
  }, [canvas, live])
  if (isClosed || !data || !isTold || (data.total + data.tests.total === 0 && !data.isHeld)) return null
  const isFine = data.same === data.total && data.tests.passed === data.tests.total
  const publish = async () => {
    try {
      const { liveVersion } = await publishVersion(chatflow.id, chatflow.version)
      canvas.store.setState((state) => ({ chatflow: state.chatflow && { ...state.chatflow, liveVersion } }))
      notify(t('history.published', { version: chatflow.version }), { tone: 'success' })
      setIsClosed(true)
    } catch (error) {
      notify(t('history.failed', { reason: messageOf(error) }), { tone: 'error' })
    }
  }
  const { liveVersion, version } = chatflow
  const base = liveVersion === version ? version - 1 : liveVersion
  const compare = async () => {
    try {
      const id = await compareWith(chatflow.id, { base, answers: Math.min(MOST_COMPARED, data.total) })
      void navigate(`/comparisons/${id}`)
    } catch (error) {
      notify(t('history.failed', { reason: messageOf(error) }), { tone: 'error' })
    }
  }
  const isWarned = data.isHeld || (!isFine && data.gate !== 'off')
  return (
    <div className={`cw-banner cw-dry-line${isWarned ? ' is-warning' : ''}`}>
      <span role="status">
        {data.isHeld ? `${t('dry.held', { version: chatflow.version })} ` : ''}
        {words === '' ? t('dry.nothing') : words}
      </span>
      {isFine ? null : (
        <Button size="small" aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
          {t('dry.show')}
        </Button>
      )}
      {data.open > 0 && base > 0 ? (
        <Button size="small" onClick={() => void compare()}>
          {t('dry.compare')}
        </Button>
      ) : null}
      {data.isHeld ? (
        <Button size="small" variant="outlined" onClick={() => void publish()}>
          {t('dry.publish')}
        </Button>
      ) : null}
      <ToolButton label={t('dry.close')} onClick={() => setIsClosed(true)}>
        <IconX size={16} aria-hidden />
      </ToolButton>
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(undefined)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { className: 'cw-problem-list', role: 'dialog', 'aria-label': t('dry.title') } }}
        >
          <Entries items={data.items} tests={data.tests} />
        </Popover>
      ) : null}
    </div>
  )
}

function Entries({ items, tests }: Pick<DryReplay, 'items' | 'tests'>) {
  const { t } = useTranslation('canvas')
  const failing = tests.items.map(({ setId, caseId, name, verdict, said }) => (
    <div key={caseId} className="cw-problem">
      <IconTestPipe size={16} aria-hidden className={verdict === 'failed' ? 'is-error' : ''} />
      <Link className="cw-problem-text" to={`/tests/${setId}`} target="_blank">
        <span>{t('dry.test', { name })}</span>
        <span className="cw-problem-fix">
          {verdict === 'failed' ? t('dry.testFails') : t('dry.reaches', { label: said ?? t('dry.somewhere') })}
        </span>
      </Link>
    </div>
  ))
  const answers = items.map(({ runId, executionId, question, verdict, label }) => (
    <div key={runId} className="cw-problem">
      {verdict === 'different' ? (
        <IconReplace size={16} aria-hidden className="is-warning" />
      ) : (
        <IconHelpCircle size={16} aria-hidden />
      )}
      <Link className="cw-problem-text" to={`/runs/${executionId ?? runId}`} target="_blank">
        <span>{question === '' ? t('dry.noWords') : question}</span>
        <span className="cw-problem-fix">
          {verdict === 'different' ? t('dry.differs') : t('dry.reaches', { label: label ?? t('dry.somewhere') })}
        </span>
      </Link>
    </div>
  ))
  return [...failing, ...answers]
}

/** The whole line in words. */
function useWords(data: DryReplay | undefined): string {
  const { t, i18n } = useTranslation('canvas')
  if (!data) return ''
  const { same, total, different, open, reached, priceMicro, unpriced, tests } = data
  const parts = total === 0 ? [] : [t('dry.same', { count: total, same })]
  if (different > 0) parts.push(t('dry.different', { count: different }))
  if (open > 0) {
    const [first, ...others] = reached
    const place = first?.label ?? t('dry.somewhere')
    const label = others.length === 0 ? place : t('dry.andOthers', { label: place, count: others.length })
    const price =
      unpriced.length > 0 ? t('dry.unpriced') : t('dry.price', { price: formatMoney(priceMicro, i18n.language) })
    parts.push(t('dry.open', { count: open, label, price }))
  }
  if (tests.total > 0) parts.push(t('dry.tests', { count: tests.total, passed: tests.passed }))
  return parts.join(' · ')
}
