import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'

/** In one place, so that the canvas and a run load the same files. */
export const PromptValuesDialog = lazyDialog(() => import('./prompt-values-dialog.tsx'))
