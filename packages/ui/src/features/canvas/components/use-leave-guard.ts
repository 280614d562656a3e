import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

import { confirm } from '../../../state/confirm.ts'
import { useCanvas } from '../canvas-context.tsx'

/** Leaving a canvas with unsaved edits asks first, inside the application and when the tab closes. */
export function useLeaveGuard(): void {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const blocker = useBlocker(({ nextLocation }) => {
    const { isDirty, chatflow, isReadOnly } = canvas.store.getState()
    if (!isDirty || isReadOnly) return false
    // The first save moves the flow to its own address: that is no leaving.
    return nextLocation.pathname !== `/canvas/${chatflow?.id}`
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: t('leave.title'),
      description: t('leave.text'),
      confirmButtonName: t('leave.leave'),
      cancelButtonName: t('leave.stay'),
    }).then((isLeaving) => (isLeaving ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const { isDirty, isReadOnly } = canvas.store.getState()
      if (isDirty && !isReadOnly) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [canvas])
}
