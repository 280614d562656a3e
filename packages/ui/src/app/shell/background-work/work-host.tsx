import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { lazyDialog, useIsKept } from '../../../components/lazy-part/lazy-part.tsx'
import { followJob } from '../../../lib/jobs/follow-job.ts'
import { changeJob, isActive, refreshJobs } from '../../../lib/jobs/job-list.ts'
import { onTabNews } from '../../../lib/jobs/tab-news.ts'
import { toldJob } from '../../../lib/jobs/told-job.ts'
import { useKnownJobs } from '../../../lib/jobs/use-jobs.ts'
import { isVisible, onVisibility, useIsSeen } from '../../../lib/use-is-seen.ts'
import { closeBackgroundWork, useBackgroundWork } from '../../../state/background-work.ts'
import { useToldEnds } from './use-told-ends.ts'

const WorkDrawer = lazyDialog(() => import('./work-drawer.tsx'), { texts: ['jobs'] })

/** A browser has six connections to a server, for all tabs together. */
const MOST_FOLLOWED = 2

/** Keeps what this tab knows of background work up to date while somebody looks at it, and holds the drawer that shows it. */
export function WorkHost() {
  const client = useQueryClient()
  const isOpen = useBackgroundWork((state) => state.isOpen)
  const hasDrawer = useIsKept(isOpen, WorkDrawer)
  const isSeen = useIsSeen()
  const followed = useKnownJobs().filter(isActive).toSorted(runningFirst).slice(0, MOST_FOLLOWED)
  useToldEnds()
  useEffect(() => onTabNews(() => void refreshJobs(client)), [client])
  useEffect(
    () =>
      onVisibility(() => {
        // Whatever happened while nobody looked.
        if (isVisible()) void refreshJobs(client)
      }),
    [client],
  )
  return (
    <>
      {isSeen ? followed.map(({ id }) => <FollowedJob key={id} id={id} />) : null}
      {hasDrawer ? <WorkDrawer isOpen={isOpen} onClose={closeBackgroundWork} /> : null}
    </>
  )
}

function FollowedJob({ id }: { id: string }) {
  const client = useQueryClient()
  useEffect(
    () =>
      followJob(id, {
        onOutcome: (outcome) => {
          changeJob(client, id, (job) => toldJob(job, outcome))
          // Something else may begin in its place.
          if (outcome.status !== 'running') void refreshJobs(client)
        },
        onLost: () => void refreshJobs(client),
      }),
    [client, id],
  )
  return null
}

function runningFirst(one: { state: string }, other: { state: string }): number {
  return Number(other.state === 'running') - Number(one.state === 'running')
}
