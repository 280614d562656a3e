import type { ComponentType } from 'react'

import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import type { TextDialogProps } from './text-dialog.tsx'

/** In one place, so that whoever opens it loads the same files. */
export const TextDialog: ComponentType<TextDialogProps> = lazyDialog(() => import('./text-dialog.tsx'))
