import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { formatDuration } from '../../../lib/format-duration.ts'
import type { CanvasProblem } from '../model/problems.ts'
import type { NodeRun } from '../../../lib/node-run.ts'

/** How a node stands: running, done, failed, unknown or in need of something; each with an icon and words. */
export function NodeState({
  run,
  problems,
  isUnknown,
}: {
  run: NodeRun | undefined
  problems: readonly CanvasProblem[]
  isUnknown: boolean
}) {
  const { t, i18n } = useTranslation('canvas')
  if (run?.status === 'running') return <span className="cw-node-state is-running">{t('run.running')}</span>
  if (run?.status === 'failed') {
    return (
      <span className="cw-node-state is-failed" title={run.message}>
        <IconAlertCircle size={16} aria-hidden />
        <span className="cw-hidden">{t('run.failed', { message: run.message })}</span>
      </span>
    )
  }
  if (run?.status === 'done') {
    return (
      <span className="cw-node-state is-done">
        <IconCircleCheck size={16} aria-hidden />
        <span className="cw-hidden">{t('run.done')}</span>
        {formatDuration(run.durationMs, i18n.language)}
      </span>
    )
  }
  if (run?.status === 'waiting') {
    return (
      <span className="cw-node-state is-waiting">
        <IconUserQuestion size={16} aria-hidden />
        {t('run.waiting')}
      </span>
    )
  }
  if (run?.status === 'stopped') {
    return (
      <span className="cw-node-state is-stopped" title={t('run.stoppedBecause', { label: run.because })}>
        <IconPlayerStop size={16} aria-hidden />
        <span className="cw-hidden">{t('run.stoppedBecause', { label: run.because })}</span>
      </span>
    )
  }
  if (run?.status === 'skipped') {
    return (
      <span className="cw-node-state is-skipped" title={run.reason}>
        <IconPlayerTrackNext size={16} aria-hidden />
        {t('run.skipped')}
        <span className="cw-hidden">{run.reason}</span>
      </span>
    )
  }
  if (isUnknown) {
    return (
      <span className="cw-node-state is-outdated" title={t('node.unknown')}>
        <IconAlertTriangle size={16} aria-hidden />
        <span className="cw-hidden">{t('node.unknown')}</span>
      </span>
    )
  }
  const count = problems.filter((problem) => problem.severity === 'error').length
  if (count === 0) return null
  return (
    <span className="cw-node-state is-missing" title={problems.map((problem) => problem.message).join('\n')}>
      <IconAlertCircle size={16} aria-hidden />
      {count}
      <span className="cw-hidden">{t('node.problems', { count })}</span>
    </span>
  )
}
