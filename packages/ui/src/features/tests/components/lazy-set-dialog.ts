import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'

/** In one place, so that every screen loads the same files. */
export const SetDialog = lazyDialog(() => import('./set-dialog.tsx'))
