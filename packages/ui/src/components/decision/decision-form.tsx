import { lazyPart } from '../lazy-part/lazy-part.tsx'

/** What a run waits for, and how to decide it: in the chat, in the list of what waits, and behind a reviewer's link. */
export const DecisionForm = lazyPart(() => import('./decision-form-view.tsx'), { texts: ['decisions'] })
