import { lazyPart } from '../lazy-part/lazy-part.tsx'

/** Everything that waits, with its age, to be decided or ended in place. Brings its own texts and its own data. */
export const WaitingList = lazyPart(() => import('./waiting-list-view.tsx'), { texts: ['decisions'] })
